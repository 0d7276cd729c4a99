/**
 * `npm run admin -- EMAIL`: creates an administrator, or resets the password of an existing one; prints the password once. With
 * `--reset-two-factor`, two-factor login of that administrator is switched off.
 */
import { parseArgs } from 'node:util';
import { email } from '#contract/fields.ts';
import { openStore } from '#server/db/store.ts';
import { readConfig } from '#server/settings/config.ts';
import { originOf } from '#server/start/origin.ts';
import { makeAdministrator } from './administrator.ts';
import { usage } from './usage.ts';

const RESET = 'reset-two-factor';
const { values, positionals } = parseArgs({ allowPositionals: true, strict: false, options: { [RESET]: { type: 'boolean' } } });
const address = email.safeParse(positionals[0]);
const hasUnknown = Object.keys(values).some((option) => option !== RESET) || positionals.length > 1;
if (!address.success || hasUnknown) {
  console.error(`Name the administrator: ${usage('admin')} admin@example.com [--${RESET}]`);
  process.exit(1);
}
const config = readConfig(process.env);
const store = await openStore({ ...config, onError: (error) => console.error(error.message) });
try {
  const { email: adminEmail, password } = await makeAdministrator(
    { store, origin: originOf(config) },
    address.data,
    values[RESET] === true,
  );
  if (values[RESET]) console.log('two-factor login is off');
  console.log(`administrator: ${adminEmail}, password ${password} (shown only once; log in at /admin)`);
} finally {
  await store.close();
}
