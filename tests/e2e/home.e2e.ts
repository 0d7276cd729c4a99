import { TARIFFS } from '#contract/tariffs.ts';
import { anAccount, anEmail } from '../support/accounts.ts';
import { setPaymentActive } from '../support/adverts-page.ts';
import { audit } from '../support/axe.ts';
import { logIn, register } from '../support/book.ts';
import { testClock } from '../support/clock.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { plan } from '../support/order-pages.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** The tariff cards in every state, and the visit counter. */

const card = ({ page, say }: Reader, tariff: (typeof TARIFFS)[number]) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: say(`tariffs:names.${tariff}`), exact: true }) });
const choice = (reader: Reader, tariff: (typeof TARIFFS)[number]) =>
  card(reader, tariff).getByRole('link', { name: new RegExp(reader.say('home:cardInfoPay.button')) });
const cover = (reader: Reader, tariff: (typeof TARIFFS)[number]) =>
  card(reader, tariff).getByText(reader.say('home:cardInfoPay.spanNotActive'));

test.beforeEach(async ({ store }) => setPaymentActive(store, true));

test('shows a visitor three cards with prices from the server, each linking to the registration', async ({ reader }) => {
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

test('highlights and disables the current tariff, and links the others to the account', async ({ reader, store }) => {
  const { page, say } = reader;
  await logInAs(page, await anOwner(store, 'family'));
  await page.goto('/');
  const own = card(reader, 'family').getByRole('button', { name: say('home:cardInfoPay.buttonActive') });
  await expect(own).toBeDisabled();
  await expect(choice(reader, 'basic')).toHaveAttribute('href', '/user');
  await expect(choice(reader, 'business')).toHaveAttribute('href', '/user?view=tariff&plan=business');
  await audit(page, 'home, own tariff');
});

test('shows a user their own vehicles, those with the latest work first', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store, 'family');
  await logInAs(page, owner);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('home:own.title'));
  await expect(page.getByRole('link', { name: say('vehicles:add') })).toHaveAttribute('href', '/service?add');
  const first = await giveVehicle(server, owner, 'car', { brand: 'Škoda', model: 'Octavia' });
  const second = await giveVehicle(server, owner, 'car', { brand: 'Volvo', model: 'V60' });
  await giveRecord(server, owner, first, { operationName: 'Заміна оливи' });
  await page.reload();
  const rows = page.getByRole('region', { name: say('home:own.title') }).getByRole('listitem');
  await expect(rows).toHaveText([/^Škoda Octavia.+Заміна оливи/, new RegExp(`^Volvo V60.+${say('vehicles:card.noWork')}`)]);
  await audit(page, 'home, own vehicles');
  await expect(page.getByText(say('home:title'))).toHaveCount(0);
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(`/service/${second.id}`);
});

test('is hydrated without Intl, whose first use takes long', async ({ reader: { page, say } }) => {
  await page.addInitScript(() => {
    for (const name of ['NumberFormat', 'DateTimeFormat'] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct() {
            throw new Error(`${name} is used`);
          },
        }),
      });
  });
  await page.goto('/');
  const html = page.locator('html');
  // Works only after hydration.
  await expect(async () => {
    if ((await html.getAttribute('data-theme')) === 'light')
      await page.getByRole('button', { name: say('shell:theme.dark') }).click({ timeout: 500 });
    await expect(html).toHaveAttribute('data-theme', 'dark', { timeout: 500 });
  }).toPass();
  await expect(page.getByText(/12[\s]370,15/)).toBeVisible();
});

test('keeps the scroll position of a page that was scrolled before hydration', async ({ reader: { page, say } }) => {
  const script = '**/assets/entry-client-*.js';
  const hold = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const footer = page.getByRole('contentinfo');
  await expect(footer).not.toBeInViewport();
  await footer.scrollIntoViewIfNeeded();
  hold.resolve();
  // Works only after hydration. An event is dispatched, since a press would scroll to the button.
  await expect(async () => {
    await page.getByRole('button', { name: say('shell:theme.dark') }).dispatchEvent('click');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 500 });
  }).toPass();
  // Not the exact position, which changes when the font arrives.
  await expect(footer).toBeInViewport();
});

test('preselects the tariff that a visitor chose after registration or login', async ({ reader, server, store }) => {
  const { page, say, press } = reader;
  const isChosen = (tariff: 'family' | 'business') => expect(plan(reader, tariff)).toBeChecked();
  await page.goto('/');
  await press(choice(reader, 'business'));
  await register(reader, server, anEmail());
  await press(page.getByRole('link', { name: say('auth:welcome.plan') }));
  await isChosen('business');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  const account = await anAccount({ store, clock: testClock() });
  await page.goto('/');
  await press(choice(reader, 'business'));
  await press(page.getByRole('tab', { name: say('auth:tabs.login') }));
  await logIn(reader, account.email);
  await isChosen('business');
});

test('covers paid tariffs while orders are disabled, and reads that state again for each language', async ({ reader, store }) => {
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
  const paymentRequest = page.waitForRequest((request) => request.url().endsWith('/get-active-payment?lang=en'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await paymentRequest;
  const english: Reader = { ...reader, say: textsOf('en') };
  await expect(choice(english, 'family')).toBeVisible();
  await expect(cover(english, 'family')).toHaveCount(0);
  await page.getByLabel(english.say('shell:language.label')).selectOption('ru');
  await expect(cover({ ...reader, say: textsOf('ru') }, 'business')).toBeVisible();
});

test('keeps a card active if the payment state cannot be read', async ({ reader, store }) => {
  const { page } = reader;
  await setPaymentActive(store, false);
  await page.route('**/get-active-payment*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/');
  await expect(choice(reader, 'family')).toBeVisible();
});

test('loads missing prices, and shows no price and a retry button if that fails', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await store.db.schema.alterTable('prices').renameTo('renamed').execute();
  await page.goto('/');
  const failed = page.getByRole('alert').filter({ hasText: say('home:tariffs.failed') });
  await expect(card(reader, 'family').getByText(say('home:tariffs.loading'))).toBeAttached();
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await expect(card(reader, 'family')).not.toContainText('$');
  await store.db.schema
    .alterTable('renamed' as 'prices')
    .renameTo('prices')
    .execute();
  await press(page.getByRole('button', { name: say('shell:again') }));
  await expect(card(reader, 'family')).toContainText(/3\s\$/);
  await expect(failed).toHaveCount(0);
});

test('sends one visit request, even if the page is left before the response', async ({ reader: { page } }) => {
  let requests = 0;
  // The request stays pending.
  await page.route('**/set-visits', () => {
    requests += 1;
  });
  const first = page.waitForRequest('**/set-visits');
  await page.goto('/');
  await first;
  await page.reload();
  await page.goto('/about');
  const hydrated = page.waitForResponse((response) => response.url().includes('get-active-payment'));
  await page.goto('/');
  await hydrated;
  expect(requests).toBe(1);
});

test('counts one visit per browser session', async ({ reader: { page }, store, browser, server }) => {
  const count = async () => Number((await store.db.selectFrom('visits').select('visit_count').executeTakeFirst())?.visit_count ?? 0);
  const before = await count();
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/statistics/set-visits'));
  await page.goto('/');
  expect((await counted).status()).toBe(200);
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('set-visits') ? 1 : 0));
  await page.reload();
  await page.goto('/about');
  const hydrated = page.waitForResponse((response) => response.url().includes('get-active-payment'));
  await page.goto('/');
  await hydrated;
  expect(requests).toBe(0);
  expect(await count()).toBe(before + 1);
  const other = await browser.newPage({ baseURL: server.url });
  const again = other.waitForResponse((response) => response.url().endsWith('/api/statistics/set-visits'));
  await other.goto('/');
  await (await again).finished();
  expect(await count()).toBe(before + 2);
  await other.close();
});
