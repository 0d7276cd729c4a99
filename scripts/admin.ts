/** `npm run admin -- EMAIL`: makes an administrator, or gives one a new password, which is printed once. */
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
  const { email: name, password } = await makeAdministrator(store, address.data);
  console.log(`administrator: ${name}, password ${password} (shown only once; log in at /admin)`);
} finally {
  await store.close();
}
