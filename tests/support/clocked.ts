/** A server process with a clock and jobs that a test controls: on SIGUSR2 it reads the offset of its clock and runs what is due. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#server/settings/config.ts';
import { start, type Web } from '#server/start/start.ts';
import { startFailure } from '#server/start/start-failure.ts';
import type { RunningServer } from './server.ts';

const OFFSET = 'clock-offset';
const DONE = 'jobs are done';

export function runWithTestClock(web: Omit<Web, 'prepare'>): void {
  const config = readConfig(process.env);
  const file = join(config.dataDir, OFFSET);
  let offset = 0;
  const clock = { now: () => Date.now() + offset };
  const prepare: NonNullable<Web['prepare']> = async (app) => {
    process.on('SIGUSR2', async () => {
      offset = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
      await app.runJobs();
      await app.deliverMails();
      console.log(DONE);
    });
  };
  start(config, { ...web, prepare }, clock).catch((error: unknown) => {
    const { text, exitCode } = startFailure(error);
    console.error(text);
    process.exit(exitCode);
  });
}

const doneSoFar = (server: RunningServer): number => server.output().split(DONE).length - 1;

/** Makes a process of `runClocked` run what is due; resolves when that is done. */
export async function runJobsOf(server: RunningServer): Promise<void> {
  const before = doneSoFar(server);
  server.process.kill('SIGUSR2');
  while (doneSoFar(server) === before && server.process.stdout) await once(server.process.stdout, 'data');
}

/** Sets the clock of a process of `runClocked` to that many milliseconds from now, and runs what is due then. */
export async function advanceTo(server: RunningServer, milliseconds: number): Promise<void> {
  writeFileSync(join(server.dataDir, OFFSET), String(milliseconds));
  await runJobsOf(server);
}
