import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { openStore, type Store } from '#server/db/store.ts';
import { BUILT_SERVER, type RunningServer, startServer } from './server.ts';
import { type Say, textsOf } from './texts.ts';

/** Somebody at the page: reads Ukrainian, and presses with a finger where the test's screen is a phone's. */
export interface Reader {
  page: Page;
  say: Say;
  press(target: Locator): Promise<void>;
}

interface TestFixtures {
  cleanConsole: undefined;
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
const isOwn = (text: string): boolean => !text.startsWith('Failed to load resource');

/**
 * The browser tests' `test`: each worker has a server of its own with an empty database, and a test fails when a page
 * writes an error to the console (a breach of the CSP is one), throws (a failed hydration does), or asks another host.
 */
export const test = base.extend<TestFixtures, Served & Program>({
  entry: [BUILT_SERVER, { scope: 'worker', option: true }],
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
  baseURL: async ({ server }, use) => use(server.url),
  reader: async ({ page, hasTouch }, use) => {
    await use({ page, say: textsOf('ua'), press: (target) => (hasTouch ? target.tap() : target.click()) });
  },
  cleanConsole: [
    async ({ context, server }, use) => {
      const faults: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' && isOwn(message.text())) faults.push(message.text());
      });
      context.on('weberror', (error) => faults.push(String(error.error())));
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
