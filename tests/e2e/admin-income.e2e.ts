import { formatOrderCode } from '#contract/order-code.ts';
import { aPanelAdmin, ask, logInAdmin, openTab, placeOrder } from '../support/admin-page.ts';
import { audit } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

const PHONE = { width: 360, height: 740 };
test.use({ viewport: PHONE, hasTouch: true });
test.setTimeout(120_000);

test('records the payments of a bank statement on a phone, refunds one, and knows the lines of the same file again', async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  const [paid, short] = [await placeOrder(store), await placeOrder(store)];
  const admin = await aPanelAdmin(store);
  await logInAdmin(page, admin);
  await page.goto('/admin');
  await openTab(reader, 'income');

  const text = (key: string, values?: Record<string, unknown>) => say(`adminIncome:${key}`, values);
  const button = (key: string) => page.getByRole('button', { name: text(key), exact: true });
  const file = {
    name: 'виписка.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Дата операції;Сума;Валюта;Контрагент;Призначення платежу;Рахунок',
        `03.11.2026;9,00;USD;КОВАЛЬ ОЛЕНА;Carnet ${paid.code};UA21`,
        `04.11.2026;5,00;USD;ПЕТРУК АНДРІЙ;Carnet ${short.code};UA21`,
        '05.11.2026;1200,00;UAH;ТОВ «ІНШЕ»;Оренда;UA21',
      ].join('\r\n'),
    ),
  };
  const groups = page.getByRole('heading', { level: 2 });
  const choose = () => page.locator('input[type=file]').setInputFiles(file);
  await press(button('statement.button'));
  await choose();
  await expect(groups).toHaveText([
    `${text('statement.groups.matched')} 1`,
    `${text('statement.groups.look')} 1`,
    `${text('statement.groups.none')} 1`,
  ]);
  await expect(page.getByText(formatOrderCode(short.code))).toBeVisible();
  await audit(page, 'a bank statement', [1280, 360]);
  await page.setViewportSize(PHONE);

  await page.getByRole('checkbox').nth(1).check();
  await press(page.getByRole('button', { name: text('statement.confirm', { count: 2, sum: '14,00\u00a0$' }), exact: true }));
  await expect(page.getByText(text('statement.done', { count: 2 }))).toBeVisible();
  await expect(groups).toHaveText([`${text('statement.groups.none')} 1`, `${text('statement.groups.known')} 2`]);
  await choose();
  await expect(groups).toHaveText([`${text('statement.groups.none')} 1`, `${text('statement.groups.known')} 2`]);
  const statusOf = async (code: string) => (await ask(server, 'GET', `/api/admin/orders?q=${code}`, admin.token)).body.data[0].status;
  expect([await statusOf(paid.code), await statusOf(short.code)]).toEqual(['confirmed', 'processing']);

  await press(page.getByRole('button', { name: new RegExp(`^${text('statement.undo.of', { line: '' })}`) }).first());
  const undo = page.getByRole('dialog', { name: text('statement.undo.title') });
  await audit(page, 'the undo of a recorded line', [1280, 360]);
  await page.setViewportSize(PHONE);
  await undo.getByLabel(text('form.reason'), { exact: true }).fill('Не те замовлення');
  await press(undo.getByRole('button', { name: text('statement.undo.confirm'), exact: true }));
  await expect(groups).toHaveText([
    `${text('statement.groups.look')} 1`,
    `${text('statement.groups.none')} 1`,
    `${text('statement.groups.known')} 1`,
  ]);

  await press(button('statement.close'));
  const card = page.getByRole('listitem').filter({ hasText: 'КОВАЛЬ ОЛЕНА' });
  await press(card.getByRole('button').first());
  const dialog = page.getByRole('dialog', { name: text('form.refundTitle') });
  await dialog.getByLabel(text('form.reason'), { exact: true }).fill('Передумала');
  await press(dialog.getByRole('button', { name: text('form.save'), exact: true }));
  await expect(page.getByText(text('form.refunded'))).toBeVisible();
  await expect(page.getByText(text('refundOf', { payer: 'КОВАЛЬ ОЛЕНА' }))).toBeVisible();
});
