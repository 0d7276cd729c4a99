/** Loads pages as a browser does: the page, then the files that it names, over several connections. */

import { Agent, request } from 'node:https';
import { setTimeout as after } from 'node:timers/promises';

export interface BrowserFile {
  path: string;
  status: number;
  text: string;
}

const FILES = /\/assets\/[\w.-]+\.(?:json|js|css|woff2)\b/g;
/** A file next to the one that names it. */
const NEIGHBOURS = /["'`](?:\.\/|assets\/)([\w.-]+\.(?:js|css|json))["'`]/g;
const PATHS = ['/', '/about', '/contact', '/login', '/service'];

function get(url: string, agent?: Agent): Promise<BrowserFile> {
  return new Promise((resolve) => {
    const path = new URL(url).pathname;
    const failed = () => resolve({ path, status: 0, text: '' });
    const sent = request(url, { rejectUnauthorized: false, ...(agent && { agent }) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.once('end', () => resolve({ path, status: response.statusCode ?? 0, text }));
      response.once('error', failed);
    });
    sent.once('error', failed);
    sent.end();
  });
}

const filesIn = (text: string): string[] => [...new Set(text.match(FILES) ?? [])];

/** A page and the files that its document names. */
async function loadPage(url: string, path: string): Promise<BrowserFile[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const page = await get(url + path, agent);
  const files = await Promise.all(filesIn(page.text).map((file) => get(url + file, agent)));
  agent.destroy();
  return [page, ...files];
}

/** The files of the home page. */
export const filesOf = (url: string): Promise<BrowserFile[]> => loadPage(url, '/');

/** Loads everything that those files name, as a tab does that was opened before; returns how many files there are, and the missing ones. */
export async function lazyFilesOf(url: string, loaded: readonly BrowserFile[]): Promise<{ files: number; missing: string[] }> {
  const seen = new Map(loaded.map((file) => [file.path, file]));
  const waiting = [...loaded];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    const names = [...filesIn(file.text), ...[...file.text.matchAll(NEIGHBOURS)].map(([, name]) => `/assets/${name}`)];
    for (const path of names) {
      if (seen.has(path)) continue;
      const found = await get(url + path);
      seen.set(path, found);
      if (found.status === 200) waiting.push(found);
    }
  }
  return { files: seen.size, missing: [...seen.values()].filter(({ status }) => status !== 200).map(({ path }) => path) };
}

/** Loads pages one after the other, that many a second, until it is stopped. */
export function newPageLoads(url: string, perSecond: number) {
  const stopping = new AbortController();
  const missing: string[] = [];
  let [pages, files] = [0, 0];
  const work = (async () => {
    while (!stopping.signal.aborted) {
      const loaded = await loadPage(url, PATHS[pages % PATHS.length] as string);
      pages++;
      files += loaded.length - 1;
      missing.push(...loaded.filter(({ status }) => status !== 200).map(({ path }) => path));
      await after(1_000 / perSecond);
    }
  })();
  return {
    /** Resolves when that many further pages are loaded. */
    async more(count: number): Promise<void> {
      const wanted = pages + count;
      while (pages < wanted) await after(100);
    },
    async stop() {
      stopping.abort();
      await work;
      return { pages, files, missing };
    },
  };
}
