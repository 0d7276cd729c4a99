import { test as base } from '@playwright/test';
import { openStore, type Store } from '#server/db/store.ts';
import { BUILT_SERVER, type RunningServer, startServer } from './server.ts';

export interface Served {
  server: RunningServer;
  /** The database of the running server, to prepare what no page can create. */
  store: Store;
}

interface Program {
  /** The server to run: the built one, unless a test file sets another. */
  entry: string;
}

/** Each worker has its own server with an empty database. */
export const test = base.extend<object, Served & Program>({
  entry: [BUILT_SERVER, { scope: 'worker', option: true }],
  server: [
    async ({ entry }, use) => {
      const server = await startServer({}, entry);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  store: [
    async ({ server }, use) => {
      const store = await openStore({ dataDir: server.dataDir, databaseUrl: undefined, onError: () => undefined });
      await use(store);
      await store.close();
    },
    { scope: 'worker' },
  ],
});
