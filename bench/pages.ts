/**
 * Audits public pages of the built server, filled with demo data, on an emulated phone: median of five Lighthouse runs, whether scripts
 * appear in the trace, the time until the theme toggle responds, and the bytes of all scripts and styles loaded in the first ten seconds.
 * Lighthouse is not a dependency: the first measurement installs it into .cache/.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openBrowser } from '../scripts/browser.ts';
import { startDemo } from '../scripts/demo.ts';
import { findChromium, findHeadlessChromium } from '../scripts/tools.mjs';

const run = promisify(execFile);
const LIGHTHOUSE = '13.5.0';
const FOLDER = join(import.meta.dirname, '..', '.cache', 'lighthouse');
const CLI = join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js');
const PAGES = ['/', '/about', '/contact', '/login'];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';
const MAX_OUTPUT = 64 * 1024 * 1024;
const WATCHED = 10_000;
const ATTEMPTS = 3;

async function fetchLighthouse(): Promise<void> {
  if (existsSync(CLI)) return;
  console.log(`Lighthouse ${LIGHTHOUSE} is not installed yet: installing it into .cache/lighthouse (180 MB) …`);
  mkdirSync(FOLDER, { recursive: true });
  try {
    await run('npm', ['install', '--prefix', FOLDER, '--no-save', '--no-audit', '--no-fund', `lighthouse@${LIGHTHOUSE}`]);
  } catch (error) {
    throw new Error(
      `Lighthouse could not be installed: run "npm install --prefix .cache/lighthouse lighthouse@${LIGHTHOUSE}" to see why.`,
      {
        cause: error,
      },
    );
  }
}

interface Report {
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string; details?: { items?: { url?: string }[] } }>;
}

/** Lighthouse sometimes loses the start of its trace (NO_NAVSTART); such a run is invalid and is repeated. */
async function inspect(url: string): Promise<Report> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inspectOnce(url);
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes('NO_NAVSTART')) throw error;
    }
  }
}

async function inspectOnce(url: string): Promise<Report> {
  const options = [url, '--quiet', '--output=json', '--form-factor=mobile', `--chrome-flags=${FLAGS}`];
  const { stdout } = await run(process.execPath, [CLI, ...options, '--disable-full-page-screenshot'], {
    env: { ...process.env, CHROME_PATH: findChromium() ?? findHeadlessChromium() ?? '' },
    maxBuffer: MAX_OUTPUT,
  });
  return JSON.parse(stdout);
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

function row(path: string, reports: Report[]) {
  const medianOf = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  const failed = new Set(
    reports.flatMap(({ audits }) =>
      ['errors-in-console', 'color-contrast', 'meta-description', 'canonical', 'hreflang'].filter((name) => audits[name]?.score === 0),
    ),
  );
  return {
    path,
    ...Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round(100 * median(reports.map((report) => report.categories[name].score)))]),
    ),
    'FCP s': Math.round(medianOf('first-contentful-paint') / 10) / 100,
    'LCP s': Math.round(medianOf('largest-contentful-paint') / 10) / 100,
    'TBT ms': Math.round(medianOf('total-blocking-time')),
    CLS: Math.round(1_000 * medianOf('cumulative-layout-shift')) / 1_000,
    script: reports.every(({ audits }) => audits['bootup-time']?.details?.items?.some(({ url }) => /\/assets\/.+\.js/.test(url ?? '')))
      ? 'in the trace'
      : 'NOT in the trace',
    failed: [...failed].join(' '),
  };
}

/**
 * Without throttling: the time from the load event to the first click that changes the theme (ms), and the bytes transferred in ten seconds
 * (KB).
 */
async function watch(url: string): Promise<{ toggle: number; kilobytes: number }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const kinds = new Map<string, string>();
    let bytes = 0;
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) bytes += encodedDataLength;
    });
    await page.goto(url);
    const loaded = performance.now();
    const toggle = page.locator('header button').first();
    while ((await page.locator('html').getAttribute('data-theme')) !== 'dark') {
      if (performance.now() - loaded > WATCHED) throw new Error(`${url} did not become interactive within ${WATCHED / 1_000} s.`);
      await toggle.click();
    }
    const answered = performance.now() - loaded;
    await page.waitForTimeout(WATCHED);
    return { toggle: Math.round(answered), kilobytes: Math.round(bytes / 100) / 10 };
  } finally {
    await browser.close();
  }
}

export async function pages(options: string[]): Promise<void> {
  await fetchLighthouse();
  const demo = await startDemo();
  try {
    const rows: object[] = [];
    for (const path of options.length > 0 ? options : PAGES) {
      const reports: Report[] = [];
      for (let round = 0; round < ROUNDS; round++) reports.push(await inspect(demo.url + path));
      const { toggle, kilobytes } = await watch(demo.url + path);
      rows.push({ ...row(path, reports), 'toggle ms': toggle, 'JS+CSS KB': kilobytes });
    }
    console.table(rows);
    console.log(
      `load of the machine: ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores; above half of them, TBT and speed say little`,
    );
  } finally {
    await demo.stop();
  }
}
