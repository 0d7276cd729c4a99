import { anEmail } from '../support/accounts.ts';
import { audit } from '../support/axe.ts';
import { askForCode, button, confirmCode, documentLink, field, fillAbout, heading } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, codeInOutbox, logInAs } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** WCAG 2.2 AA and best practices in every state of the public pages, the login and the account. */

test.describe.configure({ mode: 'parallel' });
// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHONE = [360];

for (const path of ['/', '/about', '/contact', '/no-such-page', '/admin'])
  test(`${path} has no accessibility violation`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await audit(page, path);
  });

test('the phone menu has no accessibility violation', async ({ reader: { page, say } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByLabel(say('shell:nav.menu'), { exact: true }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: say('shell:nav.about') })).toBeVisible();
  await audit(page, 'menu', PHONE);
});

test('the login page in English has no accessibility violation', async ({ page }) => {
  await page.goto('/login?lang=en');
  await expect(page.getByRole('heading', { name: textsOf('en')('auth:login.title') })).toBeVisible();
  await audit(page, 'login in English');
});

test('the login has no accessibility violation', async ({ reader, store }) => {
  const { page, say } = reader;
  await page.goto('/login');
  const send = page.getByRole('tabpanel').getByRole('button', { name: say('auth:login.send'), exact: true });
  await expect(send).toBeVisible();
  await audit(page, 'login');

  await send.click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'login, errors');

  const email = anEmail();
  await page.getByRole('tabpanel').getByLabel(say('auth:email')).fill(email);
  await page.getByRole('tabpanel').getByLabel(say('auth:password'), { exact: true }).fill('wrong');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(say('errors:api.loginUser.401'));
  await audit(page, 'login, rejected');

  await store.db.updateTable('attempts').set({ failures: 4 }).where('subject', '=', `login:${email}`).execute();
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(say('errors:api.loginUser.401'));
  await send.click();
  await expect(heading(reader, 'auth:locked.title')).toBeVisible();
  await audit(page, 'login, locked');
});

test('the registration has no accessibility violation', async ({ reader, server }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  const email = anEmail();
  await page.goto('/login?tab=registration');
  await expect(heading(reader, 'auth:registration.title')).toBeVisible();
  await audit(page, 'email');

  await button(reader, 'auth:registration.send').click();
  await expect(page.getByRole('tabpanel').getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'email, error');

  await askForCode(reader, email);
  await audit(page, 'code');
  await confirmCode(reader, '12');
  await expect(page.getByText(say('errors:validation.code'))).toBeVisible();
  await audit(page, 'code, error');

  await confirmCode(reader, await codeInOutbox(server, email));
  await expect(heading(reader, 'auth:about.title')).toBeVisible();
  await audit(page, 'about');
  await button(reader, 'auth:about.send').click();
  await expect(page.getByText(say('errors:validation.agreement'))).toBeVisible();
  await audit(page, 'about, errors');

  for (const name of ['privacy', 'terms'] as const) {
    await documentLink(reader, name).click();
    await expect(page.getByRole('heading', { level: 2 }).nth(2)).toBeVisible();
    await audit(page, name);
    await page
      .getByRole('link', { name: say('auth:document.back') })
      .first()
      .click();
  }

  await fillAbout(reader);
  await button(reader, 'auth:about.send').click();
  await expect(page.getByRole('link', { name: say('auth:welcome.add') })).toBeVisible();
  await audit(page, 'welcome');
});

test('the account page has no accessibility violation', async ({ reader, store }) => {
  const { page, say } = reader;
  await logInAs(page, await anOwner(store, 'family'));
  await page.goto('/user');
  await expect(page.getByRole('heading', { level: 1, name: 'Коваль Олена' })).toBeVisible();
  await audit(page, 'card');
  await page.setViewportSize({ width: 360, height: 740 });
  await page
    .locator('summary')
    .and(page.getByLabel(say('user:menu.label')))
    .click();
  await expect(page.getByRole('button', { name: say('user:menu.logout') })).toBeVisible();
  await audit(page, 'card, menu open', PHONE);
});

test('the account forms have no accessibility violation', async ({ reader, store }) => {
  test.setTimeout(120_000);
  const { page, say } = reader;
  await logInAs(page, await anOwner(store, 'family'));
  await page.goto('/user?view=profile');
  await expect(heading(reader, 'account:profile.title')).toBeVisible();
  await audit(page, 'profile');
  await field(reader, 'account:profile.firstName').fill('О');
  await page.getByLabel(say('account:profile.phone')).fill('12');
  await page.getByLabel(say('forms:photo.choose')).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') });
  await button(reader, 'account:save').click();
  await expect(page.getByText(say('errors:validation.name'))).toBeVisible();
  await expect(page.getByText(say('forms:photo.document'))).toBeVisible();
  await audit(page, 'profile, errors');
  await page.getByRole('link', { name: say('account:back') }).click();
  await expect(page.getByRole('dialog', { name: say('forms:leave.title') })).toBeVisible();
  await audit(page, 'confirmation before leaving a changed profile');

  await page.goto('/user?view=password');
  await expect(page.getByText(say('account:sessions.this'))).toBeVisible();
  await audit(page, 'password');
  await field(reader, 'account:password.new').fill('Password1!');
  await expect(page.getByText(say('forms:strength.common'))).toBeVisible();
  await button(reader, 'account:password.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(2);
  await audit(page, 'password, errors');

  await page.goto('/user?view=delete');
  await button(reader, 'account:remove.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'deletion, error');
  await field(reader, 'account:remove.password').fill('Password1!');
  await button(reader, 'account:remove.send').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await audit(page, 'deletion, confirmation');
});

test('the settings of reminders with a blocked bot and new links have no accessibility violation', async ({ reader, store }) => {
  const { page } = reader;
  // The server of the tests has no bot.
  await page.route('**/api/users/notices', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, telegram: 'blocked' } } });
  });
  const data = { code: 'a', url: 'https://t.me/carnet_bot?start=a', expiresAt: '2126-01-01T00:00:00.000Z' };
  await page.route('**/api/users/telegram', (route) => route.fulfill({ json: { success: true, data } }));
  await logInAs(page, await anOwner(store));
  await page.goto('/user?view=notices');
  await button(reader, 'notices:telegram.link').click();
  await button(reader, 'notices:calendar.create').click();
  await expect(page.getByRole('link', { name: reader.say('notices:telegram.open') })).toBeVisible();
  await expect(page.getByLabel(reader.say('notices:calendar.link'))).toBeVisible();
  await audit(page, 'reminders');
});

test('the password reset has no accessibility violation', async ({ reader }) => {
  const { page, say } = reader;
  await page.goto('/login?view=reset');
  await button(reader, 'auth:reset.send').click();
  await expect(page.getByText(say('errors:validation.required'))).toBeVisible();
  await audit(page, 'email, error');
  await page.getByRole('textbox', { name: say('auth:email'), exact: true }).fill(anEmail());
  await button(reader, 'auth:reset.send').click();
  await expect(field(reader, 'auth:code.label')).toBeFocused();
  await audit(page, 'code and password');
  await button(reader, 'auth:reset.save').click();
  await expect(page.getByText(say('errors:validation.required'))).toHaveCount(3);
  await audit(page, 'code and password, errors');
});
