import { field, heading } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, logInAs } from '../support/owners.ts';

const PATHS = ['/', '/service', '/service/statistics', '/contact', '/about', '/login', '/user', '/admin', '/no-such-page'];
const WIDTHS = [320, 360, 768, 1280];
const PHONE = { width: 360, height: 740 };

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('shows the home page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('answers an unknown path with 404 and a page', async ({ page }) => {
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

// The cleanConsole fixture fails these tests on a CSP violation or a failed hydration.
for (const who of ['a visitor', 'an owner'] as const)
  test(`hydrates every page for ${who}`, async ({ reader: { page, say }, store }) => {
    if (who === 'an owner') await logInAs(page, await anOwner(store));
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
      const html = page.locator('html');
      const toggle = page.getByRole('button', { name: say('shell:theme.dark') });
      // The admin login page has no header.
      if (path === '/admin') continue;
      // A press before the page is hydrated has no effect.
      await expect(async () => {
        if ((await html.getAttribute('data-theme')) === 'light') await toggle.click({ timeout: 500 });
        await expect(html).toHaveAttribute('data-theme', 'dark', { timeout: 500 });
      }, `${path} handles a click`).toPass();
      await page.getByRole('button', { name: say('shell:theme.light') }).click();
    }
  });

test('the footer is 115 px high', async ({ page }) => {
  await page.goto('/about');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect((await page.getByRole('contentinfo').boundingBox())?.height, `at ${width}`).toBe(115);
  }
});

test('hides the footer while the height of the page is unknown', async ({ page, store }) => {
  await logInAs(page, await anOwner(store));
  for (const [path, call] of [
    ['/service', '/api/vehicles'],
    ['/user', '/api/users/user'],
  ] as const) {
    const answered = Promise.withResolvers<void>();
    const isCall = (url: URL) => url.pathname === call;
    await page.route(isCall, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).toBeHidden();
    answered.resolve();
    await expect(page.getByRole('contentinfo'), path).toBeVisible();
    await page.unroute(isCall);
  }
});

test('the phone menu works by keyboard and closes on a click outside', async ({ reader }) => {
  const { page, say } = reader;
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const burger = page.getByLabel(say('shell:nav.menu'), { exact: true });
  const about = page.getByRole('navigation').getByRole('link', { name: say('shell:nav.about') });
  await field(reader, 'shell:language.label').focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
  await expect(burger).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(about).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation').getByRole('link', { name: say('shell:nav.home') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(burger).toBeFocused();

  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
  await expect(about).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/about');
  await expect(about).toBeHidden();

  await burger.click();
  await expect(about).toBeVisible();
  await page.getByRole('contentinfo').click();
  await expect(about).toBeHidden();
});

test('redirects a logged-in user from the login to the account, and a visitor from the account to the login', async ({ reader, store }) => {
  const { page } = reader;
  await page.goto('/user');
  await expect(heading(reader, 'auth:login.title')).toBeVisible();
  await logInAs(page, await anOwner(store));
  await page.goto('/login');
  await expect(page).toHaveURL('/user');
});
