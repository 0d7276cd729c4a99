import { TARIFFS } from '#contract/tariffs.ts';
import { anAccount, anEmail } from '../support/accounts.ts';
import { audit } from '../support/axe.ts';
import { logIn, register } from '../support/book.ts';
import { testClock } from '../support/clock.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { setPaymentActive } from '../support/face.ts';
import { plan } from '../support/order-pages.ts';
import { anOwner, signIn } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** The tariff cards in every state of the specification (2 Home, 4 tariff card), and the count of visits. */

const card = ({ page, say }: Reader, tariff: (typeof TARIFFS)[number]) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: say(`tariffs:names.${tariff}`), exact: true }) });
const choice = (reader: Reader, tariff: (typeof TARIFFS)[number]) =>
  card(reader, tariff).getByRole('link', { name: new RegExp(reader.say('home:cardInfoPay.button')) });
const cover = (reader: Reader, tariff: (typeof TARIFFS)[number]) =>
  card(reader, tariff).getByText(reader.say('home:cardInfoPay.spanNotActive'));

test.beforeEach(async ({ store }) => setPaymentActive(store, true));

test('a visitor sees three cards with prices of the server, each leading to the registration', async ({ reader }) => {
  const { page, say } = reader;
  await page.goto('/');
  await expect(card(reader, 'basic')).toContainText(say('tariffs:free'));
  await expect(card(reader, 'family')).toContainText(/3\s\$/);
  await expect(card(reader, 'business')).toContainText(/9\s\$/);
  for (const tariff of TARIFFS) {
    const wanted = tariff === 'basic' ? '/service' : `/user?view=tariff&plan=${tariff}`;
    await expect(choice(reader, tariff)).toHaveAttribute('href', `/login?from=${encodeURIComponent(wanted)}&tab=registration`);
    await expect(cover(reader, tariff)).toHaveCount(0);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const box = await card(reader, tariff).boundingBox();
      expect(box?.width, `${tariff} at ${width}`).toBeGreaterThanOrEqual(250);
      expect(box?.width, `${tariff} at ${width}`).toBeLessThanOrEqual(280);
    }
  }
  await page.getByRole('link', { name: say('home:open') }).click();
  await expect(page).toHaveURL('/service');
});

test('the own tariff is highlighted and cannot be chosen; the others lead to the account', async ({ reader, store }) => {
  const { page, say } = reader;
  await signIn(page, await anOwner(store, 'family'));
  await page.goto('/');
  const own = card(reader, 'family').getByRole('button', { name: say('home:cardInfoPay.buttonActive') });
  await expect(own).toBeDisabled();
  await expect(choice(reader, 'basic')).toHaveAttribute('href', '/user');
  await expect(choice(reader, 'business')).toHaveAttribute('href', '/user?view=tariff&plan=business');
  await audit(page, 'home, own tariff');
});

test('a tariff that a visitor chose is ordered after the registration or the login', async ({ reader, server, store }) => {
  const { page, say, press } = reader;
  const isChosen = (tariff: 'family' | 'business') => expect(plan(reader, tariff)).toBeChecked();
  await page.goto('/');
  await press(choice(reader, 'business'));
  await register(reader, server, anEmail());
  await press(page.getByRole('link', { name: say('auth:welcome.plan') }));
  await isChosen('business');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const known = await anAccount({ store, clock: testClock() });
  await page.goto('/');
  await press(choice(reader, 'business'));
  await press(page.getByRole('tab', { name: say('auth:tabs.login') }));
  await logIn(reader, known.email);
  await isChosen('business');
});

test('paid tariffs are covered while no orders are taken, and read anew with every language', async ({ reader, store }) => {
  const { page, say } = reader;
  await setPaymentActive(store, false);
  await store.db.updateTable('payments').set({ is_active: 1 }).where('lang', '=', 'en').execute();
  await page.goto('/');
  for (const tariff of ['family', 'business'] as const) {
    await expect(cover(reader, tariff)).toBeVisible();
    await expect(card(reader, tariff).getByRole('button')).toBeDisabled();
  }
  await expect(cover(reader, 'basic')).toHaveCount(0);
  await audit(page, 'home, covered');
  const asked = page.waitForRequest((request) => request.url().endsWith('/get-active-payment?lang=en'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await asked;
  const english: Reader = { ...reader, say: textsOf('en') };
  await expect(choice(english, 'family')).toBeVisible();
  await expect(cover(english, 'family')).toHaveCount(0);
  await page.getByLabel(english.say('shell:language.label')).selectOption('ru');
  await expect(cover({ ...reader, say: textsOf('ru') }, 'business')).toBeVisible();
});

test('a card whose record cannot be read stays active', async ({ reader, store }) => {
  const { page } = reader;
  await setPaymentActive(store, false);
  await page.route('**/get-active-payment*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/');
  await expect(choice(reader, 'family')).toBeVisible();
});

test('prices that the page did not bring are waited for, and stay empty with a way to try again', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await store.db.schema.alterTable('prices').renameTo('gone').execute();
  await page.goto('/');
  const failed = page.getByRole('alert').filter({ hasText: say('home:tariffs.failed') });
  await expect(card(reader, 'family').getByText(say('home:tariffs.loading'))).toBeAttached();
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await expect(card(reader, 'family')).not.toContainText('$');
  await store.db.schema
    .alterTable('gone' as 'prices')
    .renameTo('prices')
    .execute();
  await press(page.getByRole('button', { name: say('shell:again') }));
  await expect(card(reader, 'family')).toContainText(/3\s\$/);
  await expect(failed).toHaveCount(0);
});

test('a visit is asked for once, also when the page is left before the answer', async ({ reader: { page } }) => {
  let asked = 0;
  // Never answered.
  await page.route('**/set-visits', () => {
    asked += 1;
  });
  const first = page.waitForRequest('**/set-visits');
  await page.goto('/');
  await first;
  await page.reload();
  await page.goto('/about');
  const isAlive = page.waitForResponse((response) => response.url().includes('get-active-payment'));
  await page.goto('/');
  await isAlive;
  expect(asked).toBe(1);
});

test('a visit is counted once a browser session', async ({ reader: { page }, store, browser, server }) => {
  const count = async () => Number((await store.db.selectFrom('visits').select('visit_count').executeTakeFirst())?.visit_count ?? 0);
  const before = await count();
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/statistics/set-visits'));
  await page.goto('/');
  expect((await counted).status()).toBe(200);
  let asked = 0;
  page.on('request', (request) => (asked += request.url().includes('set-visits') ? 1 : 0));
  await page.reload();
  await page.goto('/about');
  const alive = page.waitForResponse((response) => response.url().includes('get-active-payment'));
  await page.goto('/');
  await alive;
  expect(asked).toBe(0);
  expect(await count()).toBe(before + 1);
  const other = await browser.newPage({ baseURL: server.url });
  const again = other.waitForResponse((response) => response.url().endsWith('/api/statistics/set-visits'));
  await other.goto('/');
  await (await again).finished();
  expect(await count()).toBe(before + 2);
  await other.close();
});
