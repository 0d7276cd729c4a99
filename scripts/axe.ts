/**
 * `npm run axe [-- ua|ru|en …]`: runs axe on every screen of the demo, in the given languages (all by default), both themes and four
 * widths; prints the findings and exits with 1 if there are any. Requires a build.
 */
import type { Browser } from '@playwright/test';
import { isLanguage, LANGUAGES, type Language } from '#contract/languages.ts';
import { findingsOf } from '#tests/support/axe.ts';
import { openBrowser } from './browser.ts';
import { type Demo, startDemo } from './demo.ts';
import { openAs, SCREENS, type Screen, THEMES } from './screens.ts';

const WIDTHS = [360, 677, 991, 1280];
async function audit(browser: Browser, demo: Demo, language: Language, theme: string, screen: Screen): Promise<number> {
  const page = await openAs(browser, demo, language, theme, screen.who);
  await page.goto(screen.path, { waitUntil: 'networkidle' });
  await screen.open?.(page);
  await page.evaluate(() => document.fonts.ready);
  let count = 0;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const findings = await findingsOf(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) findings.push(`scrolls sideways by ${over} px`);
    for (const finding of findings) console.log(`${screen.name} ${language} ${theme} ${width} ${finding}`);
    count += findings.length;
  }
  await page.context().close();
  return count;
}

const requested = process.argv.slice(2).filter(isLanguage);
const languages = requested.length > 0 ? requested : LANGUAGES;
const demo = await startDemo();
const browser = await openBrowser();
let found = 0;
try {
  for (const language of languages)
    for (const theme of THEMES) for (const screen of SCREENS) found += await audit(browser, demo, language, theme, screen);
  console.log(`${SCREENS.length * THEMES.length * WIDTHS.length * languages.length} audits, ${found} findings`);
} finally {
  await browser.close();
  await demo.stop();
}
process.exitCode = found > 0 ? 1 : 0;
