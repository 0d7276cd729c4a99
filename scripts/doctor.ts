/** `npm run doctor`: checks the settings, the disk, the database, the mail server and the public address; exits with 1 on an error. */
import { type Config, readConfig, SettingError } from '#server/config.ts';
import { checkDatabase } from './doctor/databases.ts';
import { checkDisk } from './doctor/disk.ts';
import { checkFiles } from './doctor/files.ts';
import { error, type Finding, ok } from './doctor/finding.ts';
import { checkReplica } from './doctor/replica.ts';
import { checkMail, checkPublicUrl, checkWarnings } from './doctor/services.ts';

const LABELS: Record<Finding['level'], string> = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

function settings(): Config | Finding[] {
  try {
    return readConfig(process.env);
  } catch (failure) {
    if (!(failure instanceof SettingError)) throw failure;
    return failure.problems.map((problem) => error(`Settings: ${problem}`));
  }
}

async function findings(): Promise<Finding[]> {
  const config = settings();
  if (Array.isArray(config)) return config;
  return [
    ok('Settings: all valid'),
    ...checkWarnings(config),
    ...checkDisk(config.dataDir),
    ...(await checkDatabase(config)),
    ...(await checkReplica(config)),
    await checkFiles(config),
    await checkMail(config),
    await checkPublicUrl(config),
  ];
}

// SQLite creates files next to the database.
process.umask(0o077);
const found = await findings();
for (const { level, text } of found) console.log(`${LABELS[level]} ${text}`);
process.exitCode = found.some(({ level }) => level === 'error') ? 1 : 0;
