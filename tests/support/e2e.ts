import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { insertTextAsUser, isScreenshotStyle, skipMediaFeatures } from './firefox.ts';
import { resetOrders } from './orders.ts';
import { test as base } from './served.ts';
import { type Say, textsOf } from './texts.ts';

/** A user at the page: reads Ukrainian, and taps if the screen of the test is a phone's. */
export interface Reader {
  page: Page;
  say: Say;
  press(target: Locator): Promise<void>;
}

interface TestFixtures {
  cleanConsole: undefined;
  freshOrders: undefined;
  reader: Reader;
}

/** Firefox cannot emulate a touch screen yet: clicks instead, and moves the pointer away, as after a tap. */
const tapIn = (browserName: string) => async (target: Locator) => {
  if (browserName === 'chromium') return target.tap();
  await target.click();
  await target.page().mouse.move(0, 0);
};

/** Closes the notices, which otherwise cover a part of the page for some seconds. */
export async function closeNotices({ page, say }: Pick<Reader, 'page' | 'say'>): Promise<void> {
  const close = page.getByRole('region', { name: say('shell:notices') }).getByRole('button', { name: say('shell:close'), exact: true });
  for (const one of (await close.all()).reverse()) await one.click();
}

/** The browser itself logs 4xx and 5xx responses; tests check how the page handles them. */
const isOwn = (text: string): boolean => !text.startsWith('Failed to load resource') && !isScreenshotStyle(text);

/**
 * The `test` of the browser tests. A test fails if a page logs an error to the console (such as a CSP violation), throws (such as a failed
 * hydration), or requests another host. Each test starts with the initial prices, payment disabled, and no adverts.
 */
export const test = base.extend<TestFixtures>({
  launchOptions: [
    async ({ launchOptions, browserName }, use) => {
      if (browserName !== 'firefox') return use(launchOptions);
      // Firefox writes crash logs below HOME, and does not run as root in the home of another user.
      const home = mkdtempSync(join(tmpdir(), 'carnet-firefox-'));
      await use({ ...launchOptions, env: { ...launchOptions.env, ...process.env, HOME: home } });
      rmSync(home, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') skipMediaFeatures(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await insertTextAsUser(context);
    await use(context);
  },
  baseURL: async ({ server }, use) => use(server.url),
  reader: async ({ page, hasTouch, browserName }, use) => {
    await use({ page, say: textsOf('ua'), press: hasTouch ? tapIn(browserName) : (target) => target.click() });
  },
  freshOrders: [
    async ({ store }, use) => {
      await resetOrders({ store });
      await use(undefined);
    },
    { auto: true },
  ],
  cleanConsole: [
    async ({ context, server }, use) => {
      const errors: string[] = [];
      const addError = (text: string) => {
        if (isOwn(text)) errors.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') addError(message.text());
      });
      context.on('weberror', (error) => addError(String(error.error())));
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== server.url) errors.push(`asked ${origin}`);
      });
      await use(undefined);
      expect(errors, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export type { Served } from './served.ts';
export { expect };
