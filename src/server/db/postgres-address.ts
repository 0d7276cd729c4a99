/** Which of several hosts is used, as in libpq: one that answers, that accepts writes, or that is no standby. */
export type HostTarget = (typeof TARGETS)[number];

const TARGETS = ['any', 'read-write', 'primary'] as const;
const TARGET = 'target_session_attrs';
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;

export interface PostgresAddress {
  /** One URL for each host, in the order in which they are tried. */
  urls: readonly string[];
  target: HostTarget;
}

/**
 * Parses `DATABASE_URL`, which may name several hosts separated by commas, as URLs of libpq do. Without `target_session_attrs`, one of
 * several hosts must accept writes. Throws if the URL is not valid.
 */
export function postgresAddress(url: string): PostgresAddress {
  const [, start, hosts, rest] = PARTS.exec(url) ?? [];
  if (start === undefined || hosts === undefined) throw new Error('The URL of PostgreSQL is not valid.');
  const parsed = hosts.split(',').map((host) => new URL(`${start}${host}${rest}`));
  const params = (parsed[0] as URL).searchParams;
  const isOne = parsed.length === 1;
  const target = TARGETS.find((name) => name === (params.get(TARGET) ?? (isOne ? 'any' : 'read-write')));
  if (!target) throw new Error(`${TARGET} should be one of ${TARGETS.join(', ')}.`);
  if (params.get('host')?.includes(',')) throw new Error('Several hosts should stand before the name of the database.');
  if (!isOne && (params.has('host') || params.has('port') || parsed.some(({ hostname }) => hostname === '')))
    throw new Error('Each of several hosts should have a name.');
  for (const { searchParams } of parsed) if (searchParams.has(TARGET)) searchParams.delete(TARGET);
  return { urls: parsed.map(({ href }) => href), target };
}

/** True for a URL that `postgresAddress` accepts. */
export function isPostgresUrl(url: string): boolean {
  try {
    return postgresAddress(url).urls.length > 0;
  } catch {
    return false;
  }
}

/** True for a URL of one server, whichever role it has. */
export function isServerUrl(url: string): boolean {
  if (!isPostgresUrl(url)) return false;
  const { urls, target } = postgresAddress(url);
  return urls.length === 1 && target === 'any';
}

/** The host of a URL of one host, for messages. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return host || searchParams.get('host') || 'localhost';
}
