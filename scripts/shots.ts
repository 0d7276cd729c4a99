/**
 * `npm run shots [-- ua|ru|en …]`: takes screenshots of every screen of the demo at three widths and in both themes into screenshots/, in
 * the given languages (Ukrainian by default). Requires a build.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { isLanguage, type Language } from '#contract/languages.ts';
import { openBrowser } from './browser.ts';
import { type Demo, startDemo } from './demo.ts';
import { openAs, SCREENS, type Screen, THEMES } from './screens.ts';

const FOLDER = join(import.meta.dirname, '..', 'screenshots');
const WIDTHS = [360, 768, 1280];
async function shoot(browser: Browser, demo: Demo, language: Language, theme: string, screen: Screen): Promise<void> {
  const page = await openAs(browser, demo, language, theme, screen.who);
  await page.goto(screen.path, { waitUntil: 'networkidle' });
  await screen.open?.(page);
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({
      path: join(FOLDER, language, `${screen.name}-${width}-${theme}.png`),
      fullPage: true,
      // Content off screen is skipped otherwise.
      style: '* { content-visibility: visible !important; }',
    });
  }
  await page.context().close();
}

const requested = process.argv.slice(2).filter(isLanguage);
const demo = await startDemo();
const browser = await openBrowser();
try {
  for (const language of requested.length > 0 ? requested : (['ua'] as const)) {
    rmSync(join(FOLDER, language), { recursive: true, force: true });
    mkdirSync(join(FOLDER, language), { recursive: true });
    for (const theme of THEMES) for (const screen of SCREENS) await shoot(browser, demo, language, theme, screen);
    console.log(`${SCREENS.length * WIDTHS.length * THEMES.length} pictures in screenshots/${language}`);
  }
} finally {
  await browser.close();
  await demo.stop();
}
