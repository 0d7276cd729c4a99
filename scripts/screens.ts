/** Every screen of the application with demo data, for screenshots and the accessibility audit. */
import type { Browser, Page } from '@playwright/test';
import type { Language } from '#contract/languages.ts';
import type { Demo } from './demo.ts';

export const THEMES = ['light', 'dark'] as const;
const TABS = [
  ...['orders', 'messages', 'listUsers', 'changeCost', 'changeAdvertising', 'blockAdvertisingMessage'],
  ...['changePaymentInformation', 'visitorStatistics', 'auditTrail', 'failedMails', 'ownAccount', 'administrators'],
];

export interface Screen {
  name: string;
  path: string;
  who?: keyof Demo['tokens'] | 'admin';
  /** Brings the page into the state to capture. */
  open?: (page: Page) => Promise<unknown>;
}

/** Opens the first vehicle of the list on its own page. */
async function openVehicle(page: Page): Promise<void> {
  await page.locator('h3 a[href^="/service/"]').first().click();
  await page.locator('[id^=entry-edit-]').first().waitFor();
}

/** Opens the form for a new entry, with all of its fields. */
async function openForm(page: Page, kind: string): Promise<void> {
  await openVehicle(page);
  await page.goto(`${new URL(page.url()).pathname}?new=${kind}`);
  await page.locator('form [data-main]').waitFor();
  if (kind !== 'reading') await page.locator('form button[type=button]').last().click();
}

export const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-logged-in', path: '/', who: 'family' },
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
  { name: 'vehicle', path: '/service', who: 'business', open: openVehicle },
  {
    name: 'vehicle-found',
    path: '/service',
    who: 'business',
    open: async (page) => {
      await openVehicle(page);
      await page.getByRole('searchbox').fill('90 000');
      await page.locator(':is(tr, li)[aria-current]').waitFor();
    },
  },
  {
    name: 'vehicle-costs',
    path: '/service',
    who: 'business',
    open: async (page) => {
      await openVehicle(page);
      await page.locator('nav a[href$="/statistics"]').click();
      await page.locator('svg[role="img"]').first().waitFor();
    },
  },
  {
    name: 'part-prices',
    path: '/service',
    who: 'business',
    open: async (page) => {
      await openVehicle(page);
      await page.locator('nav a[href$="/statistics"]').click();
      await page.locator('a[href*="part="]').first().click();
      await page.locator('dialog svg[role="img"]').waitFor();
    },
  },
  {
    name: 'vehicle-fuel',
    path: '/service',
    who: 'business',
    open: async (page) => {
      await openVehicle(page);
      await page.locator('nav a[href$="/fuel"]').click();
      await page.locator('svg[role="img"]').first().waitFor();
    },
  },
  ...['fill', 'cost', 'reading'].map(
    (kind): Screen => ({ name: `vehicle-${kind}`, path: '/service', who: 'business', open: (page) => openForm(page, kind) }),
  ),
  {
    name: 'costs',
    path: '/service/statistics',
    who: 'business',
    open: (page) => page.locator('svg[role="img"]').first().waitFor(),
  },
  {
    name: 'costs-report',
    path: '/service/statistics',
    who: 'business',
    open: async (page) => {
      await page.locator('h1 + button').click();
      await page.locator('dialog input[type="checkbox"]').first().waitFor();
    },
  },
  { name: 'costs-basic', path: '/service/statistics', who: 'basic', open: (page) => page.locator('svg[role="img"]').first().waitFor() },
  {
    name: 'vehicle-details',
    path: '/service',
    who: 'business',
    open: async (page) => {
      await openVehicle(page);
      await page.locator('nav a[href$="/details"]').click();
      await page.locator('a[href*="?edit="]').waitFor();
    },
  },
  { name: 'vehicle-form', path: '/service?add', who: 'business' },
  ...['', 'profile', 'password', 'delete'].map(
    (view): Screen => ({ name: `user${view && `-${view}`}`, path: view ? `/user?view=${view}` : '/user', who: 'family' }),
  ),
  { name: 'user-tariff', path: '/user?view=tariff', who: 'basic' },
  { name: 'user-order', path: '/user?view=order', who: 'basic' },
  { name: 'admin-login', path: '/admin' },
  ...TABS.map((tab): Screen => ({ name: `admin-${tab}`, path: `/admin?tab=${tab}`, who: 'admin' })),
  { name: 'admin-user', path: '/admin?tab=listUsers&user=2', who: 'admin' },
];

/** Opens a page with the session of the given user and with reduced motion. */
export async function openAs(browser: Browser, demo: Demo, language: Language, theme: string, who: Screen['who']): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: demo.url });
  await context.addCookies([
    { name: 'lang', value: language, url: demo.url },
    { name: 'theme', value: theme, url: demo.url },
  ]);
  const stored: Record<string, string> = {};
  if (who === 'admin') stored['carnet.tokenAdmin'] = demo.tokenAdmin;
  else if (who) Object.assign(stored, { 'carnet.token': demo.tokens[who], 'carnet.tariff': who });
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  return context.newPage();
}
