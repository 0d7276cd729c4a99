/** `npm run user -- EMAIL FIRST-NAME LAST-NAME [--language ua|ru|en]`: creates the account of a user; prints the password once. */
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { email, personName } from '#contract/fields.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { openStore } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { usersRepo } from '#server/features/users/users.repo.ts';
import { createUser } from '#server/features/users/users.service.ts';
import { systemClock } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';
import { generatedPassword } from '#server/ports/tokens.ts';
import { readConfig } from '#server/settings/config.ts';
import { errorText } from '#server/texts.ts';
import { usage } from './usage.ts';

const input = z.strictObject({
  email,
  firstName: personName,
  lastName: personName,
  language: z._default(z.enum(LANGUAGES, 'validation.choice'), DEFAULT_LANGUAGE),
});

const { values, positionals } = parseArgs({ allowPositionals: true, strict: false, options: { language: { type: 'string' } } });
const [address, firstName, lastName, ...rest] = positionals;
const person = input.safeParse({ email: address, firstName, lastName, ...values });
if (!person.success || rest.length > 0) {
  for (const { path, message } of positionals.length > 2 ? (person.error?.issues ?? []) : [])
    if (path.length > 0) console.error(`${path.join('.')}: ${errorText('en', message)}`);
  console.error(`Name the user: ${usage('user')} olena@example.com Olena Koval [--language ${LANGUAGES.join('|')}]`);
  process.exit(1);
}
const store = await openStore({ ...readConfig(process.env), onError: (error) => console.error(error.message) });
try {
  const password = generatedPassword();
  const passwordHash = await argonPasswords().hash(password);
  await workOf(store, (db) => ({ users: usersRepo(db) })).inTransaction((repos) =>
    createUser(repos, { ...person.data, phone: null, passwordHash }, systemClock.now()),
  );
  console.log(`user: ${person.data.email}, password ${password} (shown only once; log in at /login, and change it)`);
} catch (error) {
  if (!isUniqueViolation(error)) throw error;
  console.error(`${person.data.email} already has an account. Its password can be set again at /login, “Forgot your password?”.`);
  process.exitCode = 1;
} finally {
  await store.close();
}
