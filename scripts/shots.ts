/**
 * `npm run shots [-- ua|ru|en …]`: pictures of every screen with the demo in it, at three widths and in both themes, in
 * screenshots/; of Ukrainian unless languages are named. Build first.
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
    await page.screenshot({ path: join(FOLDER, language, `${screen.name}-${width}-${theme}.png`), fullPage: true });
  }
  await page.context().close();
}

const asked = process.argv.slice(2).filter(isLanguage);
const demo = await startDemo();
const browser = await openBrowser();
try {
  for (const language of asked.length > 0 ? asked : (['ua'] as const)) {
    rmSync(join(FOLDER, language), { recursive: true, force: true });
    mkdirSync(join(FOLDER, language), { recursive: true });
    for (const theme of THEMES) for (const screen of SCREENS) await shoot(browser, demo, language, theme, screen);
    console.log(`${SCREENS.length * WIDTHS.length * THEMES.length} pictures in screenshots/${language}`);
  }
} finally {
  await browser.close();
  await demo.stop();
}
