import pg from 'pg';
import { isUnavailable } from './errors.ts';
import { type HostTarget, hostOf, type PostgresAddress } from './postgres-address.ts';

/** The host to which new connections go, one of several. */
export interface Hosts {
  /** URL of the last host that was found. */
  latest(): string;
  /** Searches a host unless one is known. Rejects if no host is suitable. */
  find(): Promise<void>;
  /** Lets the next `find` search again if `url` is the latest host, beginning with the one after it; false if there is nothing to search. */
  forget(url: string): boolean;
  /** Rejects if the host of that new connection is no longer suitable. */
  check(client: pg.ClientBase): Promise<void>;
}

/** Milliseconds from a search that found no host to the next one; requests meanwhile fail at once. */
const PAUSE = 250;
const READ_ONLY = '25006';

class UnsuitableHost extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** `within`: milliseconds to search, shared by the hosts; 0 is no limit. */
export function hostsOf({ urls, target }: PostgresAddress, within: number): Hosts {
  const [first = ''] = urls;
  const check = (client: pg.ClientBase): Promise<void> => checkTarget(client, target, within);
  if (urls.length === 1 && target === 'any') return { latest: () => first, find: async () => undefined, forget: () => false, check };
  let latest = first;
  let isKnown = false;
  let search: Promise<void> | undefined;
  /** Where the next search begins. */
  let start = 0;

  async function searchHost(): Promise<void> {
    const inOrder = [...urls.slice(start), ...urls.slice(0, start)];
    latest = await firstSuitable({ urls: inOrder, target }, Math.floor(within / urls.length));
    isKnown = true;
  }

  const endSearch = (): void => {
    search = undefined;
  };

  return {
    latest: () => latest,
    async find() {
      if (isKnown) return;
      if (!search) {
        search = searchHost();
        search.then(endSearch, () => setTimeout(endSearch, PAUSE).unref());
      }
      await search;
    },
    forget(url) {
      if (url === latest && isKnown) {
        // A host that hangs or is no longer the primary may still accept connections, so the others are tried first.
        start = (urls.indexOf(url) + 1) % urls.length;
        isKnown = false;
      }
      return true;
    },
    check,
  };
}

/** Tries the hosts one after the other. */
async function firstSuitable({ urls, target }: PostgresAddress, within: number): Promise<string> {
  const failures: unknown[] = [];
  for (const url of urls) {
    try {
      await withClient(url, within, (client) => checkTarget(client, target, within));
      return url;
    } catch (error) {
      failures.push(error);
    }
  }
  // A host that is away may come back; a wrong password does not correct itself.
  const decisive = failures.find(isUnavailable) ?? failures[0];
  const { code = 'ETIMEDOUT' } = decisive as { code?: string };
  const list = urls.map((url, index) => `${hostOf(url)} (${reasonOf(failures[index])})`).join(', ');
  throw new UnsuitableHost(`No host of PostgreSQL ${target === 'any' ? 'can be reached' : 'accepts writes'}: ${list}`, code);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return error instanceof UnsuitableHost || !code ? message : code;
}

async function checkTarget(client: pg.ClientBase, target: HostTarget, within: number): Promise<void> {
  if (target === 'any') return;
  const text = "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only";
  const query = { text, query_timeout: within };
  const { rows } = await client.query<{ standby: boolean; read_only: string }>(query);
  if (rows[0]?.standby) throw new UnsuitableHost('standby', READ_ONLY);
  if (target === 'read-write' && rows[0]?.read_only === 'on') throw new UnsuitableHost('read-only', READ_ONLY);
}

/** Runs `work` on a connection of its own; `within`: milliseconds to connect and for each answer, 0 is no limit. */
export async function withClient<T>(url: string, within: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: within,
    query_timeout: within,
    application_name: 'carnet',
  });
  // Without a listener, an error of the connection ends the process; it also rejects what waits for it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => undefined);
  }
}
