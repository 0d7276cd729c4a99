/**
 * `npm run doctor [-- --mail-to ADDRESS]`: checks the settings, the disk, the database, the mail server and the public address; exits with
 * 1 on an error. With an address, a test email is sent to it.
 */
import { parseArgs } from 'node:util';
import { email } from '#contract/fields.ts';
import { type Config, readConfig, SettingError } from '#server/settings/config.ts';
import { RELEASE } from '#server/start/release.ts';
import { checkDatabase } from './doctor/databases.ts';
import { checkBackup, checkDisk } from './doctor/disk.ts';
import { checkFiles } from './doctor/files.ts';
import { error, type Finding, ok } from './doctor/finding.ts';
import { checkAdministrator, checkMail } from './doctor/mail.ts';
import { checkHost, checkPublicUrl, checkWarnings } from './doctor/services.ts';
import { usage } from './usage.ts';

const LABELS: Record<Finding['level'], string> = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' };

function settings(): Config | Finding[] {
  try {
    return readConfig(process.env);
  } catch (failure) {
    if (!(failure instanceof SettingError)) throw failure;
    return failure.problems.map((problem) => error(`Settings: ${problem}`));
  }
}

const MAIL_TO = 'mail-to';

/** The address of a test email, if one is wanted. */
function recipient(): string | undefined {
  const { values, positionals } = parseArgs({ allowPositionals: true, strict: false, options: { [MAIL_TO]: { type: 'string' } } });
  const { [MAIL_TO]: to, ...others } = values;
  const address = email.safeParse(to);
  if ((to === undefined || address.success) && positionals.length === 0 && Object.keys(others).length === 0) return address.data;
  console.error(`Name the recipient of a test email, or nothing: ${usage('doctor')} --${MAIL_TO} owner@example.com`);
  process.exit(1);
}

async function findings(mailTo: string | undefined): Promise<Finding[]> {
  const config = settings();
  if (Array.isArray(config)) return config;
  return [
    ok(`Release: Carnet ${RELEASE.version}, schema ${RELEASE.schema}`),
    ok('Settings: all valid'),
    ...checkWarnings(config),
    await checkHost(config),
    ...checkDisk(config.dataDir),
    checkBackup(config.dataDir),
    ...(await checkDatabase(config)),
    await checkFiles(config),
    await checkMail(config, mailTo),
    ...(await checkAdministrator(config)),
    await checkPublicUrl(config),
  ];
}

// SQLite creates files next to the database.
process.umask(0o077);
const found = await findings(recipient());
for (const { level, text } of found) console.log(`${LABELS[level]} ${text}`);
process.exitCode = found.some(({ level }) => level === 'error') ? 1 : 0;
