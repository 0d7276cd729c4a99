/** `npm run migrate`: brings the schema of the database up to date, for servers with RUN_MIGRATIONS=off. Other processes may run meanwhile. */

import { databaseName } from '#server/db/database-name.ts';
import { openStore } from '#server/db/store.ts';
import { untilAvailable } from '#server/db/until-available.ts';
import { readConfig } from '#server/settings/config.ts';
import { RELEASE } from '#server/start/release.ts';

const config = readConfig(process.env);
const { startTimeout } = config;
const name = databaseName(config);
process.umask(0o077);
const store = await untilAvailable(
  () => openStore({ ...config, runsMigrations: true, onError: (error) => console.error(`${name}: ${error.message}`) }),
  {
    timeout: startTimeout,
    onWait: () => console.error(`${name} is not available. Trying again for ${startTimeout / 1_000} s.`),
  },
);
await store.close();
console.log(`${name}: the schema is ${RELEASE.schema}`);
