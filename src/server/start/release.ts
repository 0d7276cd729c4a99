import { STEPS } from '../db/migrate.ts';
import { VERSION } from '../ports/version.ts';

/** Version and commit of this release, and the last migration that it knows. */
export const RELEASE = { version: VERSION, schema: Object.keys(STEPS).at(-1) ?? 'none' };
