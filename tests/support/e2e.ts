import { test as base, expect } from '@playwright/test';
import { type RunningServer, startServer } from './server.ts';

/**
 * The browser tests' `test`: each worker has a server of its own with an empty database,
 * and a test fails when the page writes an error to the console or throws.
 */
export const test = base.extend<{ cleanConsole: undefined }, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  cleanConsole: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        // An answer of 4xx is logged by the browser itself; tests look at what the page makes of it.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      await use(undefined);
      expect(faults, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
