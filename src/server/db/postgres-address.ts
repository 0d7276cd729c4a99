const PROTOCOLS = ['postgres:', 'postgresql:'];

/** True for the address of one PostgreSQL server. */
export function isPostgresUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, searchParams } = new URL(url);
  // The URLs of libpq may name several hosts separated by commas, which the driver does not support.
  return PROTOCOLS.includes(protocol) && ![host, searchParams.get('host')].some((name) => name?.includes(','));
}

/** The server and the database of a URL, without the password and other parameters. */
export function postgresName(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url);
  return `PostgreSQL at ${username ? `${username}@` : ''}${host || searchParams.get('host') || 'localhost'}${pathname}`;
}
