import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { findWebKitDriver, findXvfb } from '../../scripts/tools.mjs';
import { spawnBound } from './bound-program.ts';
import { test as base } from './served.ts';
import { type Say, textsOf } from './texts.ts';
import { type ElementReference, openSession, type WebDriver } from './webdriver.ts';

/** Far longer than a step takes on a busy machine. */
const STEP_TIMEOUT = 30_000;

const LIBRARY = readFileSync(
  join(import.meta.dirname, '../../node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/** Functions in the page that return the only visible element, or throw without printing the document. */
const QUERIES = `
  if (!window.TestingLibraryDom) {
    ${LIBRARY}
    window.TestingLibraryDom.configure({ getElementError: (message) => new Error(String(message).split('\\n')[0]) });
  }
  const { getByRole, queryAllByLabelText } = window.TestingLibraryDom;
  const byRole = (role, name) => getByRole(document.body, role, { name: (own) => own.includes(name) });
  const byLabel = (label) => {
    const fields = queryAllByLabelText(document.body, label).filter((field) => field.checkVisibility());
    if (fields.length !== 1) throw new Error(fields.length + ' visible fields are labelled ' + label);
    return fields[0];
  };`;

/** A page in WebKit. Elements are found by role and a part of their name, or by the whole label; each step waits for its element. */
export interface WebKitPage {
  driver: WebDriver;
  say: Say;
  goTo(path: string): Promise<void>;
  find(role: string, name?: string): Promise<ElementReference>;
  press(role: string, name: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  select(label: string, value: string): Promise<void>;
  valueOf(label: string): Promise<string>;
  expectText(text: string): Promise<void>;
}

interface Display {
  /** DISPLAY of a virtual screen, and HOME of an empty folder. */
  env: NodeJS.ProcessEnv;
}

interface Started {
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program that ends with this process at the latest. Its file descriptor 3 is a pipe. */
function start(file: string | undefined, args: string[], env: NodeJS.ProcessEnv): Started {
  if (!file) throw new Error('WebKit is not installed; `npm test` installs it');
  const child = spawnBound(file, args, { env, outputs: ['ignore', 'inherit', 'pipe'] });
  const ended = once(child, 'exit');
  return {
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

function pageOf(driver: WebDriver, url: string): WebKitPage {
  const query = <T>(body: string, ...args: unknown[]) => driver.execute<T>(`${QUERIES}\n${body}`, ...args);
  /** Repeats a step until it succeeds: an element may be replaced after it was found. */
  async function repeat<T>(step: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined;
    await expect(async () => {
      result = { value: await step() };
    }).toPass({ timeout: STEP_TIMEOUT });
    if (!result) throw new Error('The step gave no result');
    return result.value;
  }
  const findNow = (role: string, name = '') => query<ElementReference>('return byRole(...arguments);', role, name);
  const fieldNow = (label: string) => query<ElementReference>('return byLabel(...arguments);', label);
  return {
    driver,
    say: textsOf('ua'),
    goTo: (path) => driver.goTo(url + path),
    find: (role, name) => repeat(() => findNow(role, name)),
    press: (role, name) => repeat(async () => driver.click(await findNow(role, name))),
    fill: (label, text) =>
      repeat(async () => {
        const field = await fieldNow(label);
        await driver.execute('arguments[0].focus(); arguments[0].select();', field);
        await driver.type(field, text);
        expect(await driver.execute('return arguments[0].value;', field)).toBe(text);
      }),
    select: (label, value) =>
      repeat(async () => {
        const option = 'return [...arguments[0].options].find(({ value }) => value === arguments[1]);';
        const field = await fieldNow(label);
        await driver.click(await driver.execute<ElementReference>(option, field, value));
        expect(await driver.execute('return arguments[0].value;', field)).toBe(value);
      }),
    valueOf: (label) => repeat(async () => driver.execute<string>('return arguments[0].value;', await fieldNow(label))),
    expectText: (text) =>
      expect
        .poll(() => driver.execute<string>("return document.body.innerText.replace(/\\s/g, ' ');"), { timeout: STEP_TIMEOUT })
        .toContain(text),
  };
}

interface Browser {
  driver: WebDriver;
  close(): Promise<void>;
}

/** Starts a driver and its browser; once more if the browser does not appear, as it now and then happens on a busy machine. */
async function openBrowser({ env }: Display, attempts = 3): Promise<Browser> {
  const port = await freePort();
  const program = start(findWebKitDriver(), [`--port=${port}`], env);
  const url = `http://127.0.0.1:${port}`;
  try {
    await expect(async () => expect((await fetch(`${url}/status`)).ok).toBe(true)).toPass({ timeout: STEP_TIMEOUT });
    const driver = await openSession(url, {}, AbortSignal.timeout(STEP_TIMEOUT));
    return { driver, close: () => driver.close().finally(program.stop) };
  } catch (error) {
    await program.stop();
    if (attempts <= 1) throw error;
    return openBrowser({ env }, attempts - 1);
  }
}

/** Tests in WebKit: the driver and browser of WebKitGTK on a virtual screen, new ones for each test. */
export const test = base.extend<{ webkit: WebKitPage }, { display: Display }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern.
    async ({}, use) => {
      const home = mkdtempSync(join(tmpdir(), 'carnet-webkit-'));
      const screen = start(findXvfb(), ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], process.env);
      const [number] = await once(screen.child.stdio[3] as Readable, 'data');
      await use({
        env: {
          PATH: process.env.PATH,
          HOME: home,
          XDG_RUNTIME_DIR: home,
          DISPLAY: `:${String(number).trim()}`,
          LIBGL_ALWAYS_SOFTWARE: '1',
        },
      });
      await screen.stop();
      rmSync(home, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  webkit: async ({ display, server }, use, info) => {
    const { driver, close } = await openBrowser(display);
    try {
      await use(pageOf(driver, server.url));
      if (info.status === info.expectedStatus) return;
      const path = info.outputPath('test-failed.png');
      writeFileSync(path, await driver.screenshot());
      await info.attach('screenshot', { path, contentType: 'image/png' });
    } finally {
      await close();
    }
  },
});

export { expect };
