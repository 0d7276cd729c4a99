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
    // An action that cannot be performed fails well before the timeout of the test.
    actionTimeout: 20_000,
    // A trace makes every step a third slower; enable it with `npm test -- <file> --trace on`.
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
          // Without a UTF-8 locale, Chromium saves a file whose name is not ASCII as "download".
          env: { ...process.env, LC_ALL: 'C.UTF-8' },
          args: [
            // Chromium has no sandbox when it runs as root.
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
        // This channel drives a stock Firefox over WebDriver BiDi instead of Playwright's own build.
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
