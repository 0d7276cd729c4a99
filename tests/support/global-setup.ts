import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '#server/db/store.ts';
import { administer, databaseUrl, MIGRATED } from './postgres.ts';
import { startPostgres } from './postgres-server.ts';

/** What a killed process has written is kept by the operating system: only a power failure would lose it. */
const NO_WAITING_FOR_THE_DISK = ['fsync=off', 'full_page_writes=off'];

/**
 * Starts one PostgreSQL for the whole run, and migrates one database of each kind that tests copy: the migrations take longer than most
 * tests.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(NO_WAITING_FOR_THE_DISK);
  const sqlite = mkdtempSync(join(tmpdir(), 'carnet-template-'));
  const teardown = async () => {
    rmSync(sqlite, { recursive: true, force: true });
    await server.stop();
  };
  try {
    await administer(server.url, `create database ${MIGRATED} template template0`);
    for (const url of [databaseUrl(server.url, MIGRATED), undefined])
      await (await openStore({ dataDir: sqlite, databaseUrl: url, onError: () => undefined })).close();
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  project.provide('sqliteTemplate', sqlite);
  return teardown;
}
