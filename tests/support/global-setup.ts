import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

/** One PostgreSQL for the whole run; tests take `inject('postgresUrl')` and make databases of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}
