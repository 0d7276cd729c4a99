/**
 * A history of 5,000 records in the browser, without throttling: the longest task of the main thread in each step, by CPU time, so that
 * other processes matter little, and the memory of page and server after each round.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { openStore } from '#server/db/store.ts';
import { ensureBuild } from '../scripts/bootstrap.mjs';
import { openBrowser } from '../scripts/browser.ts';
import { fillRecords } from '../tests/support/fill.ts';
import { prepareSqlite, tokenOf, VEHICLES_EACH } from './data.ts';
import { memoryOf, type Pinned, SERVERS, startPinned } from './measure.ts';

const RECORDS = 5_000;
const ROUNDS = 5;
/** Milliseconds. */
const GOAL = 50;
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };
const ROW = '[id^=entry-edit-]';
const MORE = '[data-more] button';
const SEARCHES = ['P4999', 'олив', 'фільтр', '98 047', 'немає такого'];
const SETTLED = 400;
const PRESS_TIMEOUT = 3_000;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the main threads of pages while `act` runs and the page settles, in milliseconds of CPU time. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  await act();
  await page.waitForTimeout(SETTLED);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents.filter(({ ph, args }) => ph === 'M' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

const untilRows = (page: Page) => page.locator(ROW).first().waitFor();

/** Types a search and waits for its answer. */
async function searchFor(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/timeline?q='));
  await page.getByRole('searchbox').fill(text);
  await answered;
}

async function clearSearch(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('');
  await page.waitForURL(({ search }) => search === '');
}

/** The steps in their order, each with what it does. */
const steps = (page: Page, url: string): [string, () => Promise<unknown>][] => [
  ['open the list', () => page.goto(`${url}/service`).then(() => page.getByRole('article').first().waitFor())],
  [
    'open a vehicle of it',
    () =>
      page
        .locator('#vehicle-turn-1')
        .click()
        .then(() => untilRows(page)),
  ],
  [
    'all records',
    () =>
      page
        .locator('a[href="/service/1"]')
        .last()
        .click()
        .then(() => page.locator(ROW).nth(10).waitFor()),
  ],
  ['scroll through 50 rows', () => scrollThrough(page)],
  ...SEARCHES.slice(0, 2).map((text): [string, () => Promise<unknown>] => [`search “${text}”`, () => searchFor(page, text)]),
  ['clear the search', () => clearSearch(page)],
  ['show all 5,000 rows', () => showAll(page)],
  ['scroll through 5,000 rows', () => scrollThrough(page)],
  ['search in 5,000 rows', () => searchFor(page, 'P4998')],
  ['clear that search', () => clearSearch(page)],
  ['back to the list', () => page.goBack().then(() => page.getByRole('article').first().waitFor())],
];

/** Presses the button for more records until there is none; again if the press came while the page was still changing. */
async function showAll(page: Page): Promise<void> {
  const more = page.locator(MORE);
  while ((await more.count()) > 0) {
    const answered = page.waitForResponse((response) => response.url().includes('cursor='), { timeout: PRESS_TIMEOUT });
    await more.click();
    await answered.then((response) => response.finished()).catch(() => undefined);
    await page.waitForTimeout(SETTLED / 4);
  }
}

/** Scrolls to the end in ten steps, and back to the top. */
async function scrollThrough(page: Page): Promise<void> {
  for (let part = 1; part <= 10; part++) {
    await page.evaluate((share) => window.scrollTo(0, share * document.documentElement.scrollHeight), part / 10);
    await page.waitForTimeout(30);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Megabytes of the page’s heap after a garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}

async function openAs(browser: Browser, url: string, size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
  await context.addInitScript((token) => localStorage.setItem('carnet.token', token), tokenOf(1));
  await context.addCookies([{ name: 'lang', value: 'ua', url }]);
  return context.newPage();
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The longest task of each step: the median and the maximum of the rounds. */
async function printTasks(browser: Browser, server: Pinned, size: keyof typeof SIZES): Promise<void> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openAs(browser, server.url, SIZES[size]);
    for (const [name, act] of steps(page, server.url)) times.set(name, [...(times.get(name) ?? []), await longestTask(browser, page, act)]);
    await page.context().close();
  }
  console.log(`\nlongest task in ms of CPU time, ${size}; goal: ${GOAL}`);
  console.table([...times].map(([step, values]) => ({ step, median: rounded(median(values)), most: rounded(Math.max(...values)) })));
}

/** Memory after each of several visits to the whole history with five searches. */
async function printMemory(browser: Browser, server: Pinned): Promise<void> {
  const page = await openAs(browser, server.url, SIZES.phone);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(`${server.url}/service`);
  const rows: object[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await page.locator('h3 a[href="/service/1"]').click();
    await untilRows(page);
    await showAll(page);
    await scrollThrough(page);
    for (const text of SEARCHES) await searchFor(page, `${text} ${round}`);
    await page.locator('main a[href="/service"]').click();
    await page.getByRole('article').first().waitFor();
    rows.push({ round, 'page MB': rounded(await heapOf(session)), 'server MB': rounded(memoryOf(server.process.pid ?? 0).now) });
  }
  console.log('\nmemory after opening, showing all, scrolling, five searches and going back');
  console.table(rows);
  await page.context().close();
}

export async function history(): Promise<void> {
  ensureBuild();
  const dataDir = mkdtempSync(join(tmpdir(), 'carnet-bench-'));
  try {
    await prepareSqlite(dataDir, 1);
    const store = await openStore({ dataDir, databaseUrl: undefined, onError: () => undefined });
    await store.db.deleteFrom('entries').where('vehicle_id', '=', 1).execute();
    await fillRecords(store, 1, RECORDS);
    await store.close();
    const server = await startPinned(SERVERS.built, { DATA_DIR: dataDir });
    const browser = await openBrowser();
    try {
      for (const size of ['phone', 'desktop'] as const) await printTasks(browser, server, size);
      await printMemory(browser, server);
      console.log(`${VEHICLES_EACH} vehicles; load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores`);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
