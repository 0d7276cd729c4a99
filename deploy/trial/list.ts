/** `npm run trial -- NAME [--option value …]`: tries Carnet under load and with failures; exits with 1 if a goal is missed. */
import { parseArgs } from 'node:util';
import { abandoned } from './abandoned.ts';
import { locks } from './locks.ts';
import { mail } from './mail.ts';
import { memory } from './memory.ts';
import { metrics } from './metrics.ts';
import { overload } from './overload.ts';
import { patroni } from './patroni.ts';
import { pgbouncer } from './pgbouncer.ts';
import { photos } from './photos.ts';
import { rollingRestart } from './rolling-restart.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';
import { size } from './size.ts';
import { slowBodies } from './slow-bodies.ts';
import { missingPackages, runTrial, type Trial } from './support/trial.ts';
import { visits } from './visits.ts';

const TRIALS: Record<string, Trial> = {
  'rolling-restart': rollingRestart,
  'rolling-upgrade': rollingUpgrade,
  overload,
  'slow-bodies': slowBodies,
  abandoned,
  patroni,
  pgbouncer,
  photos,
  visits,
  locks,
  memory,
  size,
  mail,
  metrics,
};

const [name = '', ...given] = process.argv.slice(2);
const trial = TRIALS[name];

if (trial) await start(trial);
else printList();

async function start(chosen: Trial): Promise<void> {
  const missing = missingPackages(chosen.needs);
  if (missing.length > 0) {
    console.error(
      `This trial needs programs that are missing; as root on Debian: apt-get install --no-install-recommends ${missing.join(' ')}`,
    );
    process.exitCode = 1;
    return;
  }
  const options = Object.fromEntries(
    Object.entries(chosen.options).map(([key, value]) => [key, { type: 'string' as const, default: value }]),
  );
  const { values } = parseArgs({ args: given, options });
  const isMet = await runTrial(name, chosen, values as Record<string, string>);
  process.exit(isMet ? 0 : 1);
}

function printList(): void {
  console.log('npm run trial -- NAME [--option value …]');
  for (const [key, { what, options }] of Object.entries(TRIALS)) {
    console.log(`  ${key.padEnd(16)} ${what}`);
    console.log(
      `  ${' '.repeat(16)} ${Object.entries(options)
        .map(([option, value]) => `--${option} ${value}`)
        .join(' ')}`,
    );
  }
  process.exitCode = name === '' ? 0 : 1;
}
