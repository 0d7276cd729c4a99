import { randomUUID } from 'node:crypto';
import { formatOrderCode } from '#contract/order-code.ts';
import { DAY } from '#contract/time.ts';
import type { Store } from '#server/db/store.ts';
import { URGENCY_OF } from '#server/infra/mails/mail-urgency.rules.ts';
import { isoTime } from '#server/ports/clock.ts';
import { anAccount, anEmail } from '../support/accounts.ts';
import { aPanelAdmin, ask, logInAdmin, openTab, placeOrder, statusOf, stepOf, toast } from '../support/admin-page.ts';
import { aSession } from '../support/builders.ts';
import { testClock } from '../support/clock.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { IBAN } from '../support/orders.ts';

/** What administrators do for users who ask for help, and the settings they check, on a desktop and on a phone. */

const SCREENS = [
  { name: 'on a desktop', use: { viewport: { width: 1280, height: 800 } } },
  { name: 'on a phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
];

/** Inserts an email whose delivery was abandoned; returns its recipient. */
async function aFailedMail({ db }: Store): Promise<string> {
  const recipient = anEmail();
  const at = isoTime(Date.now());
  await db
    .insertInto('mails')
    .values({
      ...{ message_id: `<${randomUUID()}@carnet.test>`, kind: 'orderMade', urgency: URGENCY_OF.orderMade, recipient, tries: 3 },
      ...{ subject: 'Замовлення', text_body: 'Текст', html_body: '<p>Текст</p>', created_at: at, expires_at: null, sent_at: null },
      ...{ next_try_at: null, failed_at: at, failure: 'recipient' },
    })
    .execute();
  return recipient;
}

const isWide = ({ page }: Reader): Promise<boolean> => page.evaluate(() => innerWidth >= document.documentElement.scrollWidth);

for (const { name, use } of SCREENS)
  test.describe(name, () => {
    test.use(use);

    test('an email that failed is sent again', async ({ reader, store }) => {
      const { page, say, press } = reader;
      const [first, second] = [await aFailedMail(store), await aFailedMail(store)];
      await logInAdmin(page, await aPanelAdmin(store));
      await page.goto('/admin?tab=failedMails');
      const again = (recipient: string) =>
        page.getByRole('button', {
          name: say('adminReports:mails.againOf', { kind: say('adminReports:mails.kinds.orderMade'), recipient }),
        });
      await expect(page.getByText(first)).toBeVisible();
      await press(again(first));
      await expect(toast(reader, 'mailsApi.send.success')).toBeVisible();
      await expect(page.getByText(first)).toBeHidden();
      await expect(again(second)).toBeVisible();
      expect(await isWide(reader)).toBe(true);
      const sentTo = (recipient: string) =>
        store.db.selectFrom('mails').select(['sent_at', 'failed_at']).where('recipient', '=', recipient).executeTakeFirstOrThrow();
      await expect.poll(async () => (await sentTo(first)).sent_at, { timeout: 30_000 }).not.toBeNull();
      expect((await sentTo(second)).sent_at).toBeNull();
    });

    test('a user is logged out on all devices, and a login closed by wrong passwords is opened', async ({ reader, store, server }) => {
      const { page, say, press } = reader;
      const text = (key: string, values = {}) => say(`adminLists:users.page.${key}`, values);
      const button = (key: string) => page.getByRole('button', { name: text(key), exact: true });
      const user = await anAccount({ store, clock: testClock() });
      const phone = await aSession({ store, clock: testClock() }, user.id);
      const tryLogin = () => ask(server, 'POST', '/api/users/login', undefined, { email: user.email, password: 'Wrong-password-1' });
      for (let attempt = 1; attempt <= 5; attempt += 1) expect((await tryLogin()).status).toBe(401);
      expect((await tryLogin()).status).toBe(403);

      await logInAdmin(page, await aPanelAdmin(store));
      await page.goto(`/admin?tab=listUsers&user=${user.id}`);
      await expect(page.getByText(text('devices', { count: 2 }))).toBeVisible();
      await press(button('openLogin.button'));
      await expect(toast(reader, 'adminApi.users.loginLock.success')).toBeVisible();
      await expect(button('openLogin.button')).toBeHidden();
      expect((await tryLogin()).status).toBe(401);

      await press(button('logout.button'));
      await press(page.getByRole('dialog').getByRole('button', { name: text('logout.confirm'), exact: true }));
      await expect(toast(reader, 'adminApi.users.logout.success')).toBeVisible();
      await expect(page.getByText(text('devices', { count: 0 }))).toBeVisible();
      for (const token of [user.token, phone])
        expect((await ask(server, 'GET', '/api/users/user', token)).status, 'a session that was ended').toBe(401);
    });

    test('the log is filtered by kind, days and user, and the address keeps the filters', async ({ reader, store }) => {
      const { page, say, press } = reader;
      const text = (key: string, values = {}) => say(`adminReports:audit.${key}`, values);
      const [order, other] = [await placeOrder(store), await placeOrder(store)];
      const admin = await aPanelAdmin(store);
      await logInAdmin(page, admin);
      for (const placed of [order, other]) {
        await page.goto(`/admin?q=${placed.code}`);
        await press(stepOf(reader, placed, 'confirmed'));
        await expect(statusOf(reader, placed, 'confirmed')).toBeVisible();
      }
      const entry = ({ code }: typeof order) =>
        page.getByRole('listitem').filter({ hasText: text('actions.order.status', { name: formatOrderCode(code) }) });

      await openTab(reader, 'auditTrail');
      await page.getByRole('searchbox', { name: text('search') }).fill(order.user.email);
      await expect(entry(order)).toBeVisible();
      await expect(entry(other)).toBeHidden();
      await page.getByLabel(text('kind'), { exact: true }).selectOption('prices');
      await expect(page.getByText(text('notFound', { q: order.user.email }))).toBeVisible();
      await page.getByLabel(text('kind'), { exact: true }).selectOption('orders');
      await expect(entry(order)).toBeVisible();

      const dayOf = (offset: number) => isoTime(Date.now() + offset * DAY).slice(0, 10);
      await page.getByLabel(text('to'), { exact: true }).fill(dayOf(-2));
      await expect(entry(order)).toBeHidden();
      await page.getByLabel(text('to'), { exact: true }).fill(dayOf(1));
      await page.getByLabel(text('from'), { exact: true }).fill(dayOf(-1));
      await expect(entry(order)).toBeVisible();
      expect(await isWide(reader)).toBe(true);

      await page.reload();
      await expect(page.getByLabel(text('kind'), { exact: true })).toHaveValue('orders');
      await expect(page.getByLabel(text('from'), { exact: true })).toHaveValue(dayOf(-1));
      await expect(entry(order)).toBeVisible();
      await expect(entry(other)).toBeHidden();
    });

    test('payment details are copied to the other languages and shown as users see them', async ({ reader, store, server }) => {
      const { page, say, press } = reader;
      const text = (key: string) => say(`adminSettings:payment.${key}`);
      const admin = await aPanelAdmin(store);
      await logInAdmin(page, admin);
      await page.goto('/admin');
      await openTab(reader, 'changePaymentInformation');
      const shown = (label: string) => page.getByLabel(text(label), { exact: true }).filter({ visible: true });
      const visibleButton = (label: string) => page.getByRole('button', { name: text(label) }).filter({ visible: true });
      const languageTab = (lang: string) => page.getByRole('button', { name: new RegExp(`^${say(`adminSettings:languages.${lang}`)}`) });

      await shown('payee').fill('ФОП Бондар Ірина');
      await shown('iban').fill(IBAN);
      await shown('edrpou').fill('1234567890');
      await shown('purpose').fill('Оплата тарифу');
      await shown('active.ua').check();
      const preview = page.getByRole('region', { name: text('preview') }).filter({ visible: true });
      await expect(preview).toContainText('ФОП Бондар Ірина');
      await expect(preview).toContainText('Оплата тарифу');
      await press(visibleButton('copy'));
      await expect(page.getByRole('status').getByText(text('copied'))).toBeVisible();

      await press(languageTab('en'));
      await expect(shown('payee')).toHaveValue('ФОП Бондар Ірина');
      await shown('purpose').fill('Carnet tariff');
      await press(visibleButton('save'));
      await expect(toast(reader, 'paymentApi.success')).toBeVisible();
      const stored = async (lang: string) => (await ask(server, 'GET', `/api/payments/payment?lang=${lang}`, admin.token)).body.data[0];
      expect(await stored('en')).toMatchObject({ payee_details: 'ФОП Бондар Ірина', payment_purpose: 'Carnet tariff' });
      expect(await stored('ua')).toMatchObject({ payee_details: '' });
    });
  });
