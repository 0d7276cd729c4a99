import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedAdmin } from './features/admins/first-admin.service.ts';
import type { Output } from './output.ts';

/** File in DATA_DIR with the generated password of the first administrator. */
export const PASSWORD_FILE = 'first-admin-password';
const FILE_MODE = 0o600;

interface Place {
  dataDir: string;
  /** Whether a person reads the output. Otherwise it is probably stored as a log, which must not contain passwords. */
  isTerminal: boolean;
}

/** Shows the generated password on a terminal, or writes it to a file that only the owner can read. */
export function announcePassword({ email, password }: CreatedAdmin, { dataDir, isTerminal }: Place, output: Output): void {
  if (isTerminal) {
    output.info(`administrator: ${email}, password ${password} (shown only once; log in at /admin)`);
    return;
  }
  const file = join(dataDir, PASSWORD_FILE);
  // A new file, so that neither the mode of an older one nor a link applies.
  rmSync(file, { force: true });
  writeFileSync(file, `${password}\n`, { mode: FILE_MODE, flag: 'wx' });
  output.info(`An administrator was created. The password is in ${file}: log in at /admin and delete the file.`);
}
