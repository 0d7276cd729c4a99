import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { anEmail, PASSWORD } from '../support/accounts.ts';
import { button, field, heading, logIn, type Photo, register } from '../support/book.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { anOwner, codeInOutbox, logInAs } from '../support/owners.ts';
import { readZip } from '../support/zip.ts';

const SECOND_PASSWORD = 'Kite7!wombat&Lamp';
const THIRD_PASSWORD = 'Lamp9^otter(Kite';

/** A photo of more than 6 MB: noise compresses worst as JPEG. */
async function aPhonePhoto(): Promise<Photo> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const buffer = await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#0f6b6b', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(6 * 1024 * 1024);
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer };
}

/** Chooses an item of the user menu; on a phone the menu opens from the settings icon. */
async function choose({ page, say, press }: Reader, item: 'profile' | 'password' | 'remove' | 'logout'): Promise<void> {
  const menu = page.getByLabel(say('user:menu.label'), { exact: true });
  await expect(menu.filter({ visible: true }).first()).toBeVisible();
  const folded = page.locator('summary').and(menu);
  if (await folded.isVisible()) await press(folded);
  const role = item === 'logout' ? 'button' : 'link';
  await press(page.getByRole('navigation').getByRole(role, { name: say(`user:menu.${item}`), exact: true }));
}

async function logInWith({ page, say, press }: Reader, email: string, password: string): Promise<void> {
  const panel = page.getByRole('tabpanel');
  await panel.getByLabel(say('auth:email')).fill(email);
  await panel.getByLabel(say('auth:password'), { exact: true }).fill(password);
  await press(panel.getByRole('button', { name: say('auth:login.send'), exact: true }));
}

/** A second browser of the same user, with two tabs open. */
async function anotherBrowser(browser: Browser, url: string, reader: Reader, email: string): Promise<Page[]> {
  const context = await browser.newContext({ baseURL: url });
  const first = await context.newPage();
  await first.goto('/login');
  await logIn({ ...reader, page: first, press: (target) => target.click() }, email);
  await expect(first).toHaveURL('/service');
  const second = await context.newPage();
  await second.goto('/user');
  await expect(second.getByText(email)).toBeVisible();
  return [first, second];
}

async function changeProfile(reader: Reader): Promise<void> {
  const { page, say, press } = reader;
  await choose(reader, 'profile');
  await expect(heading(reader, 'account:profile.title')).toBeFocused();
  await field(reader, 'account:profile.firstName').fill('Ор');
  await press(button(reader, 'account:save'));
  await expect(page.getByText(say('errors:validation.name'))).toBeVisible();
  await field(reader, 'account:profile.firstName').fill('Орися');
  await page.getByLabel(say('account:profile.phone')).fill('067 123 45 67');
  await field(reader, 'account:profile.currency').selectOption('EUR');
  await page.getByLabel(say('forms:photo.choose')).setInputFiles(await aPhonePhoto());
  const shrunk = say('forms:photo.shrunk', { size: '', from: '' }).trim();
  await expect(page.getByText(shrunk), 'the photo is shrunk before it is sent').toBeVisible({ timeout: 20_000 });
  await press(button(reader, 'account:save'));
  await expect(page.getByRole('heading', { level: 1, name: 'Гнатюк Орися' })).toBeVisible({ timeout: 20_000 });
  const picture = page.getByRole('main').locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(0);

  await choose(reader, 'profile');
  await expect(page.getByLabel(say('account:profile.phone'))).toHaveValue('+380671234567');
  await expect(field(reader, 'account:profile.currency')).toHaveValue('EUR');
  await press(page.getByRole('link', { name: say('account:back') }));
  await expect(page.getByRole('heading', { level: 1, name: 'Гнатюк Орися' })).toBeVisible();
}

async function changePassword(reader: Reader): Promise<void> {
  const { page, say, press } = reader;
  await choose(reader, 'password');
  await expect(page.getByRole('button', { name: new RegExp(`^${say('account:sessions.end')}`) })).toHaveCount(1);
  await field(reader, 'account:password.current').fill('Wrong-one1!');
  await field(reader, 'account:password.new').fill('Password1!');
  await expect(page.getByText(say('forms:strength.common'))).toBeVisible();
  await field(reader, 'account:password.new').fill(SECOND_PASSWORD);
  await expect(page.getByText(say('forms:strength.common'))).toBeHidden();
  await field(reader, 'account:password.confirm').fill('Another1!');
  await press(button(reader, 'account:password.send'));
  await expect(page.getByText(say('errors:api.changePassword.409'))).toBeVisible();
  await field(reader, 'account:password.confirm').fill(SECOND_PASSWORD);
  await press(button(reader, 'account:password.send'));
  await expect(page.getByText(say('errors:api.changePassword.400'))).toBeVisible();
  await field(reader, 'account:password.current').fill(PASSWORD);
  await press(button(reader, 'account:password.send'));
  await expect(page.getByText(say('errors:api.changePassword.success'))).toBeVisible();
  await expect(page).toHaveURL('/user');
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a user changes the profile and password, resets the password, and deletes the account', async ({ reader, server, browser }) => {
    test.setTimeout(150_000);
    const { page, say, press } = reader;
    const email = anEmail();

    await test.step('registers', async () => {
      await page.goto('/login?tab=registration');
      await register(reader, server, email);
      await press(page.getByRole('banner').getByRole('link', { name: say('shell:nav.user') }));
    });

    await test.step('changes the profile, with a photo of 6 MB', () => changeProfile(reader));

    await test.step('a new password ends the session of another browser in all its tabs', async () => {
      const [first, second] = (await anotherBrowser(browser, server.url, reader, email)) as [Page, Page];
      await changePassword(reader);
      await first.reload();
      await expect(first).toHaveURL(/\/login/);
      await expect(second).toHaveURL(/\/login/);
      await first.context().close();
    });

    await test.step('resets a forgotten password', async () => {
      await choose(reader, 'logout');
      await expect(page).toHaveURL('/');
      await page.goto('/login');
      await page.getByRole('tabpanel').getByLabel(say('auth:email')).fill(email);
      await press(page.getByRole('link', { name: say('auth:login.forgot') }));
      await expect(page.getByRole('textbox', { name: say('auth:email'), exact: true })).toHaveValue(email);
      await press(button(reader, 'auth:reset.send'));
      await field(reader, 'auth:code.label').fill(await codeInOutbox(server, email));
      await field(reader, 'auth:reset.new').fill(THIRD_PASSWORD);
      await field(reader, 'auth:reset.confirm').fill(THIRD_PASSWORD);
      await press(button(reader, 'auth:reset.save'));
      await expect(page.getByText(say('errors:api.resetPassword.success'))).toBeVisible();
      await logInWith(reader, email, THIRD_PASSWORD);
      await expect(page).toHaveURL('/service');
      await press(page.getByRole('banner').getByRole('link', { name: say('shell:nav.user') }));
      await expect(page.getByRole('heading', { level: 1, name: 'Гнатюк Орися' })).toBeVisible();
    });

    await test.step('deletes the account', async () => {
      const dialog = page.getByRole('dialog');
      await choose(reader, 'remove');
      await field(reader, 'account:remove.password').fill(SECOND_PASSWORD);
      await press(button(reader, 'account:remove.send'));
      await press(dialog.getByRole('button', { name: say('account:remove.confirm') }));
      await expect(page.getByText(say('errors:api.deleteUser.400'))).toBeVisible();
      await field(reader, 'account:remove.password').fill(THIRD_PASSWORD);
      await press(button(reader, 'account:remove.send'));
      await press(dialog.getByRole('button', { name: say('account:remove.confirm') }));
      await expect(page).toHaveURL('/');
      await expect(page.getByText(say('errors:api.deleteUser.success'))).toBeVisible();
      await page.goto('/login');
      await logInWith(reader, email, THIRD_PASSWORD);
      await expect(page.getByText(say('errors:api.loginUser.401'))).toBeVisible();
    });
  });
});

test('forms open and close with the URL, and leaving a changed form asks for confirmation', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await logInAs(page, await anOwner(store));
  await page.goto('/user');
  await choose(reader, 'remove');
  await expect(heading(reader, 'account:remove.title')).toBeFocused();
  await choose(reader, 'profile');
  await expect(heading(reader, 'account:remove.title')).toHaveCount(0);
  await page.goBack();
  await expect(heading(reader, 'account:remove.title')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: say('user:menu.remove') })).toBeFocused();

  await choose(reader, 'profile');
  await field(reader, 'account:profile.firstName').fill('Орися');
  await page.goBack();
  await press(button(reader, 'forms:leave.keep'));
  await expect(page).toHaveURL('/user?view=profile');
  await expect(field(reader, 'account:profile.firstName')).toHaveValue('Орися');
  await choose(reader, 'logout');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAMSUNG =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';

test('lists devices by name and logs them out one by one or all at once', async ({ reader, server }) => {
  const { page, say, press } = reader;
  const email = anEmail();
  await page.goto('/login?tab=registration');
  await register(reader, server, email);
  const body = JSON.stringify({ email, password: PASSWORD });
  for (const userAgent of [IPHONE, FIREFOX, SAMSUNG]) {
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    expect((await fetch(`${server.url}/api/users/login`, { method: 'POST', headers, body })).status).toBe(200);
  }
  await page.goto('/user?view=password');
  for (const device of ['Safari, iPhone', 'Firefox, Windows', 'Samsung Internet, Android'])
    await expect(page.getByText(device, { exact: true })).toBeVisible();
  const end = say('account:sessions.endOn', { device: 'Firefox, Windows', when: '' });
  await press(page.getByRole('button', { name: end }));
  await expect(page.getByText('Firefox, Windows', { exact: true })).toHaveCount(0);
  await expect(heading(reader, 'account:sessions.title')).toBeFocused();
  await press(button(reader, 'account:sessions.endOthers'));
  await expect(page.getByText(say('account:sessions.alone'))).toBeVisible();
});

test('downloads everything that the account keeps', async ({ reader, store }) => {
  const { page, say } = reader;
  const owner = await anOwner(store, 'basic');
  await logInAs(page, owner);
  await page.goto('/user');
  const [download] = await Promise.all([page.waitForEvent('download'), button(reader, 'ownData:download').click()]);
  expect(download.suggestedFilename()).toMatch(/ \d{4}-\d{2}-\d{2}\.zip$/);
  const files = await readZip(await readFile(await download.path()));
  expect(JSON.parse(String(files.get('carnet.json')))).toMatchObject({ version: 1, vehicles: [] });
  await expect(page.getByText(say('ownData:saved'))).toBeVisible();
  await page.goto('/user?view=delete');
  await expect(button(reader, 'ownData:first')).toBeVisible();
});
