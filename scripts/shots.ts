/**
 * `npm run shots [-- ua|ru|en …]`: pictures of every screen with the demo in it, at three widths and in both themes, in
 * screenshots/; of Ukrainian unless languages are named. Build first.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { isLanguage, type Language } from '#contract/languages.ts';
import { openBrowser } from './browser.ts';
import { type Demo, startDemo } from './demo.ts';

const FOLDER = join(import.meta.dirname, '..', 'screenshots');
const WIDTHS = [360, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const TABS = [
  ...['orders', 'listUsers', 'changeCost', 'changeAdvertising', 'blockAdvertisingMessage'],
  ...['changePaymentInformation', 'visitorStatistics', 'auditTrail'],
];

interface Screen {
  name: string;
  path: string;
  who?: keyof Demo['tokens'] | 'admin';
  /** Brings the page to its state. */
  open?: (page: Page) => Promise<unknown>;
}

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-signed-in', path: '/', who: 'family' },
  { name: 'about', path: '/about' },
  { name: 'about-banner', path: '/about', open: (page) => page.locator('aside').waitFor() },
  { name: 'contact', path: '/contact' },
  { name: 'contact-errors', path: '/contact', open: (page) => page.locator('form button[type=submit]').click() },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'login', path: '/login' },
  { name: 'login-registration', path: '/login?tab=registration' },
  { name: 'login-privacy', path: '/login?tab=registration&view=privacy' },
  { name: 'login-terms', path: '/login?tab=registration&view=terms' },
  { name: 'login-forgotten', path: '/login?view=reset' },
  { name: 'service-logged-out', path: '/service' },
  { name: 'service', path: '/service', who: 'business' },
  {
    name: 'service-open',
    path: '/service',
    who: 'business',
    open: (page) => page.locator('main button[aria-expanded=false]').first().click(),
  },
  { name: 'vehicle-form', path: '/service?add', who: 'business' },
  ...['', 'profile', 'password', 'delete'].map(
    (view): Screen => ({ name: `user${view && `-${view}`}`, path: view ? `/user?view=${view}` : '/user', who: 'family' }),
  ),
  { name: 'user-tariff', path: '/user?view=tariff', who: 'basic' },
  { name: 'user-order', path: '/user?view=order', who: 'basic' },
  { name: 'admin-login', path: '/admin' },
  ...TABS.map((tab): Screen => ({ name: `admin-${tab}`, path: `/admin?tab=${tab}`, who: 'admin' })),
];

async function openAs(browser: Browser, demo: Demo, language: Language, theme: string, who: Screen['who']): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: demo.url });
  await context.addCookies([
    { name: 'lang', value: language, url: demo.url },
    { name: 'theme', value: theme, url: demo.url },
  ]);
  const kept: Record<string, string> = {};
  if (who === 'admin') kept['carnet.tokenAdmin'] = demo.tokenAdmin;
  else if (who) Object.assign(kept, { 'carnet.token': demo.tokens[who], 'carnet.tariff': who });
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, kept);
  return context.newPage();
}

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
