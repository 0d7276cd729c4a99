import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { insertTextAsUser, isScreenshotStyle, skipMediaFeatures } from './firefox.ts';
import { resetOrders } from './orders.ts';
import { test as base } from './served.ts';
import { type Say, textsOf } from './texts.ts';

/** Somebody at the page: reads Ukrainian, and taps where the test's screen is a phone's. */
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

/** Firefox has no touch screen to emulate yet: there, a click that leaves no pointer over the page, as a finger does. */
const tapIn = (browserName: string) => async (target: Locator) => {
  if (browserName === 'chromium') return target.tap();
  await target.click();
  await target.page().mouse.move(0, 0);
};

/** An answer of 4xx and 5xx is logged by the browser itself; tests look at what the page makes of it. */
const isOwn = (text: string): boolean => !text.startsWith('Failed to load resource') && !isScreenshotStyle(text);

/**
 * The browser tests' `test`: a test fails when a page writes an error to the console (a breach of the CSP is one), throws
 * (a failed hydration does), or asks another host. Each begins with the first prices, payment switched off, and no adverts.
 */
export const test = base.extend<TestFixtures>({
  launchOptions: [
    async ({ launchOptions, browserName }, use) => {
      if (browserName !== 'firefox') return use(launchOptions);
      // Firefox writes crash logs below HOME, and refuses to run as root in the home of another user.
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
      const faults: string[] = [];
      const note = (text: string) => {
        if (isOwn(text)) faults.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note(message.text());
      });
      context.on('weberror', (error) => note(String(error.error())));
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== server.url) faults.push(`asked ${origin}`);
      });
      await use(undefined);
      expect(faults, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export type { Served } from './served.ts';
export { expect };
