/** `carnet health`: exits with 0 if the server on this machine responds; for the health check of a container, which has no curl. */
import { SECOND } from '#contract/time.ts';
import { readConfig } from '#server/settings/config.ts';

const TIMEOUT = 3 * SECOND;
const { host, port } = readConfig(process.env);
const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const address = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host);
try {
  const { status } = await fetch(`http://${address}:${port}/healthz`, { signal: AbortSignal.timeout(TIMEOUT) });
  if (status !== 200) throw new Error(`status ${status}`);
} catch (error) {
  console.error(`Carnet does not respond at ${address}:${port}: ${(error as Error).message}`);
  process.exitCode = 1;
}
