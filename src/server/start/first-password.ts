import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedAdmin } from '../features/admins/first-admin.service.ts';
import type { Output } from './output.ts';

/** File in DATA_DIR with the generated password of the first administrator. */
export const PASSWORD_FILE = 'first-admin-password';
const FILE_MODE = 0o600;

interface Place {
  dataDir: string;
  /** None if it is the address of the server, which is known only once it listens. */
  publicUrl: string | undefined;
  /** Whether a person reads the output. Otherwise it is probably stored as a log, which must not contain passwords. */
  isTerminal: boolean;
}

/** Shows the generated password on a terminal, or writes it to a file that only the owner can read. */
export function announcePassword({ email, password }: CreatedAdmin, { dataDir, publicUrl = '', isTerminal }: Place, output: Output): void {
  const page = `${publicUrl}/admin`;
  if (isTerminal) {
    output.info(`administrator: ${email}, password ${password} (shown only once; log in at ${page})`);
    return;
  }
  const file = join(dataDir, PASSWORD_FILE);
  // A new file, so that neither the mode of an older one nor a link applies.
  rmSync(file, { force: true });
  writeFileSync(file, `email: ${email}\npassword: ${password}\nlog in at: ${page}\n`, { mode: FILE_MODE, flag: 'wx' });
  output.info(`The administrator ${email} was created. The password is in ${file} until the first login at ${page}.`);
}

/** Deletes the file once its administrator has logged in. A file that cannot be read or deleted does not end the login. */
export function forgetPassword(email: string, dataDir: string): void {
  const file = join(dataDir, PASSWORD_FILE);
  try {
    if (readFileSync(file, 'utf8').startsWith(`email: ${email}\n`)) rmSync(file);
  } catch {
    // Usually there is none.
  }
}
