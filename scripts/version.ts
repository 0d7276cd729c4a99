/** `carnet version`: prints version and commit of this release, and the schema of its database. */
import { RELEASE } from '#server/start/release.ts';

console.log(`Carnet ${RELEASE.version}, schema ${RELEASE.schema}`);
