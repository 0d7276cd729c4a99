import { defineConfig } from '@playwright/test';
import { findFirefox, findHeadlessChromium } from './scripts/tools.mjs';

const chromium = findHeadlessChromium();
const firefox = findFirefox();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    headless: true,
    // What cannot be done is told long before the test's own time is over.
    actionTimeout: 20_000,
    // A trace slows every step down by a third; ask for one with `npm test -- <file> --trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(chromium ? { executablePath: chromium } : {}),
          args: [
            // Chromium has no sandbox for root.
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
            '--disable-gpu',
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
    {
      name: 'firefox',
      grep: /@every-browser/,
      timeout: 120_000,
      use: {
        browserName: 'firefox',
        // This channel drives an ordinary Firefox by WebDriver BiDi instead of Playwright's own build.
        channel: 'moz-firefox',
        launchOptions: {
          ...(firefox ? { executablePath: firefox } : {}),
          firefoxUserPrefs: { 'ui.useOverlayScrollbars': 1 },
        },
      },
    },
    { name: 'webkit', testMatch: '**/*.webkit.ts', timeout: 120_000 },
  ],
});
