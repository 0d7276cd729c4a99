import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { openStore, type Store } from '#server/db/store.ts';
import { insertTextAsUser, isScreenshotStyle, skipMediaFeatures } from './firefox.ts';
import { BUILT_SERVER, type RunningServer, startServer } from './server.ts';
import { type Say, textsOf } from './texts.ts';
import { resetShop } from './trade.ts';

/** Somebody at the page: reads Ukrainian, and taps where the test's screen is a phone's. */
export interface Reader {
  page: Page;
  say: Say;
  press(target: Locator): Promise<void>;
}

interface TestFixtures {
  cleanConsole: undefined;
  freshShop: undefined;
  reader: Reader;
}

export interface Served {
  server: RunningServer;
  /** The running server's own database, to prepare what no page offers yet. */
  store: Store;
}

interface Program {
  /** What is run: the built server, unless a file of tests names another. */
  entry: string;
}

/** An answer of 4xx and 5xx is logged by the browser itself; tests look at what the page makes of it. */
const isOwn = (text: string): boolean => !text.startsWith('Failed to load resource') && !isScreenshotStyle(text);

/**
 * The browser tests' `test`: each worker has a server of its own with an empty database, and a test fails when a page
 * writes an error to the console (a breach of the CSP is one), throws (a failed hydration does), or asks another host.
 * Each begins with the first prices, payment switched off, and no adverts.
 */
export const test = base.extend<TestFixtures, Served & Program>({
  entry: [BUILT_SERVER, { scope: 'worker', option: true }],
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') skipMediaFeatures(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ entry }, use) => {
      const server = await startServer({}, entry);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ server }, use) => {
      const store = await openStore({ dataDir: server.dataDir, databaseUrl: undefined, onError: () => undefined });
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ context, browserName }, use) => {
    if (browserName === 'firefox') await insertTextAsUser(context);
    await use(context);
  },
  baseURL: async ({ server }, use) => use(server.url),
  reader: async ({ page, hasTouch, browserName }, use) => {
    // Firefox has no touch screen to emulate yet.
    const taps = hasTouch && browserName === 'chromium';
    await use({ page, say: textsOf('ua'), press: (target) => (taps ? target.tap() : target.click()) });
  },
  freshShop: [
    async ({ store }, use) => {
      await resetShop({ store });
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

export { expect };
