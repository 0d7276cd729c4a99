import { createServer } from 'node:net';
import { SECOND } from '#contract/time.ts';
import type { Config } from '#server/settings/config.ts';
import { startWarnings } from '#server/start/start-warnings.ts';
import { error, type Finding, ok, reasonOf, warning } from './finding.ts';

/** Milliseconds. */
const TIMEOUT = 10 * SECOND;

/** Asks the public address for the health check. */
export async function checkPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding> {
  if (!publicUrl) return warning('PUBLIC_URL: not set, links in emails lead to this computer. Set it to the address that people type.');
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'manual' });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status === 200 && (body as { success?: unknown } | undefined)?.success === true)
      return ok(`PUBLIC_URL: Carnet answers at ${publicUrl}`);
    return error(`PUBLIC_URL: ${publicUrl}/healthz answers ${response.status}, but not as Carnet. Check the name and the proxy.`);
  } catch (failure) {
    const { cause } = failure as { cause?: unknown };
    const reason = reasonOf(cause ?? failure);
    return warning(`PUBLIC_URL: ${publicUrl} does not answer (${reason}). If Carnet runs, check the name, the certificate and the proxy.`);
  }
}

/** Listens at HOST for a moment, at any free port. */
export function checkHost({ host }: Pick<Config, 'host'>): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (failure) =>
      resolve(error(`HOST: cannot listen at ${host} (${reasonOf(failure)}). Name an address of this machine.`)),
    );
    server.listen({ host, port: 0 }, () => server.close(() => resolve(ok(`HOST: ${host} is an address of this machine`))));
  });
}

export const checkWarnings = (config: Config): Finding[] => startWarnings(config).map((text) => warning(`Settings: ${text}`));
