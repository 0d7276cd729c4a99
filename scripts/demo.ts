import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningServer, startServer } from '#tests/support/server.ts';

const run = promisify(execFile);

/** The built server with the demo data; session tokens of the demo users by tariff, and of the administrator. */
export interface Demo extends RunningServer {
  tokens: Record<'basic' | 'family' | 'business', string>;
  tokenAdmin: string;
}

async function logIn(url: string, path: string, email: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

export async function startDemo(): Promise<Demo> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carnet-demo-'));
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'seed.ts')], { env: { ...process.env, DATA_DIR } });
  const people = new Map(
    [...stdout.matchAll(/^(basic|family|business|admin)\s+(\S+)\s+(\S+)$/gm)].map(([, who = '', email = '', password = '']) => [
      who,
      [email, password] as const,
    ]),
  );
  const server = await startServer({ DATA_DIR });
  const tokenOf = async (who: string, path: string, name: string) => {
    const [email, password] = people.get(who) ?? ['', ''];
    return (await logIn(server.url, path, email, password))[name] ?? '';
  };
  const ofUser = (tariff: string) => tokenOf(tariff, '/api/users/login', 'token');
  return {
    ...server,
    tokens: { basic: await ofUser('basic'), family: await ofUser('family'), business: await ofUser('business') },
    tokenAdmin: await tokenOf('admin', '/api/admin/login', 'tokenAdmin'),
    async stop() {
      const code = await server.stop();
      rmSync(DATA_DIR, { recursive: true, force: true });
      return code;
    },
  };
}
