import { anEmail } from '../support/accounts.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, signIn } from '../support/owners.ts';

for (const [width, theme, lang] of [
  [360, 'light', 'ua'],
  [1280, 'dark', 'en'],
  [768, 'light', 'ru'],
  [320, 'dark', 'ua'],
  [1280, 'light', 'ua'],
] as const)
  test(`shots ${width} ${theme} ${lang}`, async ({ page, store, context, server }) => {
    test.setTimeout(100_000);
    await context.addCookies([
      { name: 'theme', value: theme, url: server.url },
      { name: 'lang', value: lang, url: server.url },
    ]);
    await page.setViewportSize({ width, height: 800 });
    const shot = async (name: string) => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) console.log(`OVERFLOW ${name} ${width} ${lang}: ${over}`);
      await page.screenshot({ path: `/tmp/shots3/${name}-${width}-${theme}-${lang}.png`, fullPage: true });
    };
    await page.goto('/login?view=reset');
    await page.locator('section:not([hidden]) input[name=email]').first().waitFor();
    await shot('reset-email');
    await page.locator('section:not([hidden]) input[name=email]').first().fill(anEmail());
    await page.locator('section:not([hidden]) form button[type=submit]').first().click();
    await page.locator('input[name=confirmationCode]').waitFor();
    await page.locator('input[name=new-password]').first().fill('Kite7!wo');
    await shot('reset-code');
    await page.goto('/login');
    await page.waitForTimeout(500);
    await shot('login');
    const owner = await anOwner(store, 'family');
    await signIn(page, owner);
    await page.goto('/user');
    await page.waitForTimeout(800);
    await shot('card');
    if (width < 678) {
      await page.locator('summary').last().click();
      await shot('menu');
    }
    await page.goto('/user?view=profile');
    await page.locator('input[name=given-name]').waitFor();
    await page.locator('input[name=given-name]').fill('О');
    await page.locator('button[type=submit]').last().click();
    await shot('profile');
    await page.goto('/user?view=password');
    await page.locator('input[name=new-password]').waitFor();
    await page.locator('input[name=new-password]').fill('Password1!');
    await page.waitForTimeout(500);
    await page.locator('button[type=submit]').last().click();
    await shot('password');
    await page.goto('/user?view=delete');
    await page.locator('input[name=current-password]').waitFor();
    await shot('delete');
    await page.locator('input[name=current-password]').fill('x');
    await page.locator('main button[type=submit]').click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await page.waitForTimeout(400);
    await shot('delete-ask');
  });
