/** `npm run admin -- EMAIL`: makes an administrator, or gives one a new password, which is printed once. */
import { email } from '#contract/fields.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { adminsRepo } from '#server/features/admins/admins.repo.ts';
import { firstAdminService } from '#server/features/admins/first-admin.service.ts';
import { attemptsRepo } from '#server/features/auth/attempts.repo.ts';
import { systemClock } from '#server/ports/clock.ts';
import { argonPasswords } from '#server/ports/passwords.ts';

const address = email.safeParse(process.argv[2]);
if (!address.success) {
  console.error('Whose? npm run admin -- admin@example.com');
  process.exit(1);
}
const config = readConfig(process.env);
const store = await openStore({
  dataDir: config.dataDir,
  databaseUrl: config.databaseUrl,
  onError: (error) => console.error(error.message),
});
try {
  const admins = firstAdminService({
    work: workOf(store, (db) => ({ admins: adminsRepo(db), attempts: attemptsRepo(db) })),
    passwords: argonPasswords(),
    clock: systemClock,
  });
  const { email: name, password } = await admins.make(address.data);
  console.log(`administrator: ${name}, password ${password} (shown this once; /admin)`);
} finally {
  await store.close();
}
