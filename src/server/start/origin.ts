import type { Config } from '../settings/config.ts';

/** As it stands in an address: IPv6 in brackets. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export const localUrl = (host: string, port: number): string => `http://${shownHost(host)}:${port}`;

/** The address in links and emails: without PUBLIC_URL, the one on this machine. */
export const originOf = ({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? localUrl(host, port);
