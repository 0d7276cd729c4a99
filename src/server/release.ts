import manifest from '../../package.json' with { type: 'json' };
import { STEPS } from './db/migrate.ts';

/** Version of this release, and the last migration that it knows. */
export const RELEASE = { version: manifest.version, schema: Object.keys(STEPS).at(-1) ?? 'none' };
