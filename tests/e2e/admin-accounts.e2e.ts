import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { AdminRole } from '#contract/roles.ts';
import type { Store } from '#server/db/store.ts';
import { codeAt, STEP } from '../support/admin-accounts.ts';
import { ask, chooseTab, logInAdmin, openTab, toast } from '../support/admin-page.ts';
import { audit } from '../support/axe.ts';
import { testClock } from '../support/clock.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { ADMIN_PASSWORD, anAdmin } from '../support/orders.ts';
import type { RunningServer } from '../support/server.ts';

/** Two administrators with two roles, an invitation, and two-factor login, against the real server. */

const SCREENS = [
  { name: 'on a desktop', use: { viewport: { width: 1280, height: 900 } } },
  { name: 'on a phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
];
const NEW_PASSWORD = 'Kite7!wombat';

const aLoggedInAdmin = (store: Store, role: AdminRole = 'all') => anAdmin({ store, clock: testClock() }, role);

async function tabsIn({ page, say, press }: Reader): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: say('admin:tabs.label') });
  await expect(menu).toBeVisible();
  const opener = menu.getByRole('button', { expanded: false });
  if (await opener.isVisible()) await press(opener);
  // Without the count of what waits in a tab.
  return (await menu.getByRole('link').allTextContents()).map((text) => text.replace(/\d+\+?$/, '').trim());
}

/** The link of the last invitation to that address, from the outbox folder. */
async function linkInOutbox(server: RunningServer, email: string): Promise<string> {
  const folder = join(server.dataDir, 'outbox');
  let token: string | undefined;
  const look = async () => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const mail = mails
      .findLast((text) => text.includes(`To: ${email}`))
      ?.replace(/=\r?\n/g, '')
      .replaceAll('=3D', '=');
    token = /#invitation=([\w-]{43})/.exec(mail ?? '')?.[1];
    return token;
  };
  await expect.poll(look, { message: `an invitation for ${email}` }).toBeDefined();
  return `/admin#invitation=${token}`;
}

async function logIn({ page, say, press }: Reader, email: string): Promise<void> {
  await page.getByLabel(say('admin:login.email')).fill(email);
  await page.getByLabel(say('admin:login.password'), { exact: true }).fill(ADMIN_PASSWORD);
  await press(page.getByRole('button', { name: say('admin:login.send'), exact: true }));
}

const isFittingIn = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test.describe('with reduced motion', () => {
  // Without it, axe would also measure the contrast of half-faded colours.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the account tabs have no accessibility violation, on a desktop and on a phone', async ({ reader, store, server }) => {
    test.setTimeout(180_000);
    const { page, say, press } = reader;
    const admin = await aLoggedInAdmin(store);
    await logInAdmin(page, admin);
    await page.goto('/admin?tab=ownAccount');
    await expect(page.getByText(say('account:sessions.alone'))).toBeVisible();
    await audit(page, 'own account');
    await press(page.getByRole('button', { name: say('adminSettings:twoFactor.start'), exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('adminSettings:twoFactor.password'), { exact: true }).fill(ADMIN_PASSWORD);
    await press(dialog.getByRole('button', { name: say('adminSettings:twoFactor.next') }));
    await expect(dialog.getByRole('img', { name: say('adminSettings:twoFactor.qr') })).toBeVisible();
    await audit(page, 'setup of two-factor login');
    await ask(server, 'POST', '/api/admin/invitations', admin.token, { email: `axe-${admin.id}@example.com`, role: 'orders' });
    await page.goto('/admin?tab=administrators');
    await expect(page.getByRole('list', { name: say('adminSettings:admins.invitations') })).toBeVisible();
    await audit(page, 'administrators');
    await page.goto('/healthz');
    await page.goto('/admin#invitation=unknown');
    await expect(page.getByText(say('errors:adminApi.invitation.404'))).toBeVisible();
    await audit(page, 'an invitation that cannot be used');
    await page.goto('/healthz');
    await page.goto(await linkInOutbox(server, `axe-${admin.id}@example.com`));
    await expect(page.getByRole('button', { name: say('adminSettings:invitation.send') })).toBeVisible();
    await audit(page, 'invitation');
  });
});

for (const { name, use } of SCREENS) {
  test.describe(name, () => {
    test.use(use);

    test('an administrator for orders sees only orders, payments, messages, users and their own account', async ({ reader, store }) => {
      const { page, say } = reader;
      await logInAdmin(page, await aLoggedInAdmin(store, 'orders'));
      await page.goto('/admin?tab=changeCost');
      await expect(page.getByRole('heading', { level: 1, name: say('adminLists:orders.title') })).toBeVisible();
      await expect(page.getByText(say('adminSettings:roles.forbidden', { tab: say('admin:tabs.changeCost') }))).toBeVisible();
      expect(await tabsIn(reader)).toEqual(
        ['orders', 'income', 'messages', 'listUsers', 'ownAccount'].map((tab) => say(`admin:tabs.${tab}`)),
      );
      await page.reload();
      await openTab(reader, 'ownAccount');
      await expect(page.getByRole('heading', { level: 1, name: say('adminSettings:own.title') })).toBeVisible();
      await expect(page.getByRole('group', { name: say('adminSettings:own.sections') })).toHaveCount(0);
      expect(await isFittingIn(page)).toBe(true);
    });

    test('an invited administrator sets a password, is given all sections and removed', async ({ reader, store, server, browser }) => {
      const { page, say, press } = reader;
      const admin = await aLoggedInAdmin(store);
      const email = `invited.with.a.long.address${admin.id}@example.com`;
      await logInAdmin(page, admin);
      await page.goto('/admin?tab=administrators');
      await page.getByLabel(say('adminSettings:admins.email')).fill(email);
      await press(page.getByRole('button', { name: say('adminSettings:admins.invite') }));
      await expect(toast(reader, 'adminApi.invite.success')).toBeVisible();
      await expect(page.getByRole('list', { name: say('adminSettings:admins.invitations') }).getByText(email)).toBeVisible();

      const context = await browser.newContext({ ...use, baseURL: server.url, locale: 'uk' });
      const other: Reader = { ...reader, page: await context.newPage() };
      await other.page.goto(await linkInOutbox(server, email));
      await other.page.getByLabel(say('adminSettings:password.new'), { exact: true }).fill(NEW_PASSWORD);
      await other.page.getByLabel(say('adminSettings:password.confirm'), { exact: true }).fill(NEW_PASSWORD);
      await other.press(other.page.getByRole('button', { name: say('adminSettings:invitation.send') }));
      await expect(other.page.getByRole('heading', { level: 1, name: say('adminLists:orders.title') })).toBeVisible();
      expect(other.page.url()).not.toContain('invitation');
      expect(await tabsIn(other)).toHaveLength(5);

      await page.reload();
      await press(page.getByRole('button', { name: say('adminSettings:admins.toAllOf', { email }) }));
      expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      await press(page.getByRole('dialog').getByRole('button', { name: say('adminSettings:admins.toAll') }));
      await expect(toast(reader, 'adminApi.changeRole.success')).toBeVisible();
      await other.page.goto('/admin?tab=changeCost');
      await expect(other.page.getByRole('heading', { level: 1, name: say('adminSettings:prices.title') })).toBeVisible();

      await press(page.getByRole('button', { name: say('adminSettings:admins.removeOf', { email }) }));
      await press(page.getByRole('dialog').getByRole('button', { name: say('adminSettings:admins.removeSend') }));
      await expect(page.getByText(email)).toHaveCount(0);
      await chooseTab(other, 'orders');
      await expect(other.page.getByRole('dialog', { name: say('admin:ended.title') })).toBeVisible();
      expect(await isFittingIn(page)).toBe(true);
      await context.close();
    });

    test('two-factor login is switched on, asked for at the login, and replaced by a recovery code', async ({ reader, store }) => {
      const { page, say, press } = reader;
      const admin = await aLoggedInAdmin(store);
      await logInAdmin(page, admin);
      await page.goto('/admin?tab=ownAccount');
      await press(page.getByRole('button', { name: say('adminSettings:twoFactor.start'), exact: true }));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(say('adminSettings:twoFactor.password'), { exact: true }).fill(ADMIN_PASSWORD);
      await press(dialog.getByRole('button', { name: say('adminSettings:twoFactor.next') }));
      await expect(dialog.getByRole('img', { name: say('adminSettings:twoFactor.qr') })).toBeVisible();
      const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
      expect(await isFittingIn(page)).toBe(true);
      await dialog.getByLabel(say('admin:code.label'), { exact: true }).fill(codeAt(secret, Date.now()));
      await press(dialog.getByRole('button', { name: say('adminSettings:twoFactor.confirm') }));
      const codes = dialog.getByRole('list', { name: say('adminSettings:twoFactor.codesTitle') }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const [recovery = ''] = await codes.allTextContents();
      await press(dialog.getByRole('button', { name: say('adminSettings:twoFactor.done') }));
      await expect(page.getByText(say('adminSettings:twoFactor.on'), { exact: true })).toBeVisible();

      const logOut = async () => {
        const menu = page.getByRole('navigation', { name: say('admin:tabs.label') });
        const opener = menu.getByRole('button', { expanded: false });
        if (await opener.isVisible()) await press(opener);
        await press(menu.getByRole('button', { name: say('admin:tabs.logout') }));
      };
      await logOut();
      await logIn(reader, admin.email);
      const code = page.getByLabel(say('admin:code.label'), { exact: true });
      await expect(code).toBeFocused();
      await code.fill(codeAt(secret, Date.now() + STEP));
      await press(page.getByRole('button', { name: say('admin:login.send'), exact: true }));
      await expect(page.getByRole('heading', { level: 1, name: say('adminSettings:own.title') })).toBeVisible();

      await logOut();
      await logIn(reader, admin.email);
      await press(page.getByRole('button', { name: say('admin:code.useRecovery') }));
      await page.getByLabel(say('admin:code.recovery'), { exact: true }).fill(recovery);
      await press(page.getByRole('button', { name: say('admin:login.send'), exact: true }));
      await expect(page.getByText(say('adminSettings:twoFactor.left', { count: 9 }))).toBeVisible();
    });
  });
}
