/** `npm run admin -- EMAIL`: creates an administrator, or resets the password of an existing one; prints the password once. */
import { email } from '#contract/fields.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/store.ts';
import { makeAdministrator } from './administrator.ts';

const address = email.safeParse(process.argv[2]);
if (!address.success) {
  console.error('Name the administrator: npm run admin -- admin@example.com');
  process.exit(1);
}
const config = readConfig(process.env);
const store = await openStore({
  dataDir: config.dataDir,
  databaseUrl: config.databaseUrl,
  onError: (error) => console.error(error.message),
});
try {
  const { email: adminEmail, password } = await makeAdministrator(store, address.data);
  console.log(`administrator: ${adminEmail}, password ${password} (shown only once; log in at /admin)`);
} finally {
  await store.close();
}
