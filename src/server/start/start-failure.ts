import { inspect } from 'node:util';
import { adviceOf, isUnavailable } from '../db/errors.ts';

/** The exit code of a start that fails again until somebody changes something (EX_CONFIG of sysexits.h). A service manager must not repeat it. */
export const MISCONFIGURED = 78;
const FAILED = 1;

/** Errors whose message says it all. */
const CLEAR = ['SettingError', 'SchemaError', 'PoolerError'];
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

interface Failure {
  code?: unknown;
  syscall?: unknown;
  errcode?: unknown;
  path?: unknown;
  port?: unknown;
  hostname?: unknown;
}

interface Explained {
  advice: string;
  /** Whether a later start may succeed without a change. */
  mayPass?: boolean;
}

/** Errors of a server that cannot listen, and of an unknown host. */
const NETWORK: Record<string, (failure: Failure) => Explained> = {
  'listen EADDRINUSE': ({ port }) => ({
    advice: `Another program uses port ${port}: stop it, or set another PORT (METRICS_PORT, if it is that one).`,
    mayPass: true,
  }),
  'listen EADDRNOTAVAIL': () => ({ advice: 'This machine does not have that address: correct HOST or METRICS_HOST.' }),
  'listen EACCES': ({ port }) => ({ advice: `Only root may use port ${port}: set PORT to 1024 or more, and put a proxy in front.` }),
  'getaddrinfo ENOTFOUND': ({ hostname }) => ({
    advice: `There is no host “${hostname}”: correct the setting that names it, HOST or DATABASE_URL.`,
    mayPass: true,
  }),
};

const FILE_ERRORS: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];

/** Errors of PostgreSQL by SQLSTATE. */
const POSTGRES: Record<string, string> = {
  '28P01': 'PostgreSQL rejects the password: correct the one in DATABASE_URL, with special characters percent-encoded (# is %23).',
  '28000': 'PostgreSQL rejects the login: check the user in DATABASE_URL, and pg_hba.conf.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '42501': 'Give the user of DATABASE_URL the right to create tables in the schema “public”.',
  '22P05': 'The database must have the encoding UTF8: create another with it.',
};

function explained(failure: Failure): Explained | undefined {
  const { code, errcode, syscall, path } = failure;
  const network = NETWORK[`${syscall} ${code}`];
  if (network) return network(failure);
  if (typeof path === 'string' && FILE_ERRORS.includes(code))
    return { advice: 'Check DATA_DIR: it must be a folder that the user of this process may write to.' };
  if (typeof errcode === 'number' && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcode & 0xff))
    return { advice: 'The file carnet.sqlite in DATA_DIR is damaged, or of another program: move it away, and restore a backup.' };
  const postgres = POSTGRES[String(code)];
  if (postgres) return { advice: postgres };
  return isUnavailable(failure) ? { advice: adviceOf(failure), mayPass: true } : undefined;
}

/** The innermost error, which the driver or Node has thrown. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

/**
 * The log text of a failed start, and its exit code. One line if the message says it all or something can be advised, otherwise followed by
 * stack and causes.
 */
export function startFailure(error: unknown): { text: string; exitCode: number } {
  const line = `Carnet could not start. ${error instanceof Error ? error.message : String(error)}`;
  if (!(error instanceof Error)) return { text: line, exitCode: FAILED };
  if (CLEAR.includes(error.name)) return { text: line, exitCode: MISCONFIGURED };
  const known = explained(rootOf(error) as Failure);
  if (!known) return { text: `${line}\n${inspect(error)}`, exitCode: FAILED };
  return { text: `${line.replace(/\.?$/, '.')} ${known.advice}`, exitCode: known.mayPass ? FAILED : MISCONFIGURED };
}
