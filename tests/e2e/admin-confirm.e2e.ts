import { MINUTE } from '#contract/time.ts';
import { isoTime } from '#server/ports/clock.ts';
import { aPanelAdmin, ask, logInAdmin, openTab, toast } from '../support/admin-page.ts';
import { expect, test } from '../support/e2e.ts';
import { ADMIN_PASSWORD, IBAN, paymentBody } from '../support/orders.ts';

test('asks for the password before payment details change 16 minutes after login, and keeps the input', async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  const admin = await aPanelAdmin(store);
  await store.db
    .updateTable('admin_sessions')
    .set({ created_at: isoTime(Date.now() - 16 * MINUTE) })
    .where('admin_id', '=', admin.id)
    .execute();
  await logInAdmin(page, admin);
  await page.goto('/admin');
  await openTab(reader, 'changePaymentInformation');
  const shown = (label: string) => page.getByLabel(say(`adminSettings:payment.${label}`), { exact: true }).filter({ visible: true });
  const save = page.getByRole('button', { name: say('adminSettings:payment.save') }).filter({ visible: true });
  await shown('payee').fill('ФОП Бондар Ірина');
  await shown('iban').fill(IBAN);
  await shown('edrpou').fill('1234567890');
  await shown('purpose').fill('Оплата тарифу');
  await press(save);
  const dialog = page.getByRole('dialog', { name: say('admin:ended.confirmTitle') });
  await expect(dialog).toContainText(say('admin:ended.confirm'));
  await expect(dialog.getByLabel(say('admin:login.email'))).toHaveValue(admin.email);
  await dialog.getByLabel(say('admin:login.password'), { exact: true }).fill(ADMIN_PASSWORD);
  await press(dialog.getByRole('button', { name: say('admin:login.send'), exact: true }));
  await expect(dialog).toBeHidden();
  await expect(shown('payee')).toHaveValue('ФОП Бондар Ірина');
  await press(save);
  await expect(toast(reader, 'paymentApi.success')).toBeVisible();
  const { data } = (await ask(server, 'GET', '/api/payments/payment?lang=ua')).body;
  expect(data[0].payee_details).toBe('ФОП Бондар Ірина');
});

test('shows payment details that another administrator has saved meanwhile, and overwrites none of them', async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  const [admin, other] = [await aPanelAdmin(store), await aPanelAdmin(store)];
  const put = (payee: string) =>
    ask(server, 'PUT', '/api/payments/payment', other.token, paymentBody({ lang: 'ua', payee_details: payee, payment_purpose: 'Тариф' }));
  expect((await put('ФОП Бондар')).status).toBe(200);
  await logInAdmin(page, admin);
  await page.goto('/admin');
  await openTab(reader, 'changePaymentInformation');
  const shown = (label: string) => page.getByLabel(say(`adminSettings:payment.${label}`), { exact: true }).filter({ visible: true });
  const save = page.getByRole('button', { name: say('adminSettings:payment.save') }).filter({ visible: true });
  await expect(shown('payee')).toHaveValue('ФОП Бондар');
  await shown('purpose').fill('Оплата тарифу Carnet');
  expect((await put('ФОП Гайда')).status).toBe(200);
  await press(save);
  await expect(page.getByRole('alert')).toContainText(say('errors:adminApi.changed'));
  await expect(shown('payee')).toHaveValue('ФОП Гайда');
  await expect(page.getByText(say('forms:meanwhile.taken'))).toBeVisible();
  await expect(shown('purpose')).toHaveValue('Оплата тарифу Carnet');
  await press(save);
  await expect(toast(reader, 'paymentApi.success')).toBeVisible();
  const { data } = (await ask(server, 'GET', '/api/payments/payment?lang=ua')).body;
  expect(data[0]).toMatchObject({ payee_details: 'ФОП Гайда', payment_purpose: 'Оплата тарифу Carnet' });
});
