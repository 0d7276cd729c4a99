import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { PlanLine } from '#contract/plan.ts';
import type { Tariff } from '#contract/tariffs.ts';
import { DAY } from '#contract/time.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type { Store } from '#server/db/store.ts';
import { isoTime } from '#server/ports/clock.ts';
import { aUser, planBody, recordBody, type TestUser, vehicleFields, vehicleForm } from './builders.ts';
import { testClock } from './clock.ts';
import type { RunningServer } from './server.ts';

/** Inserts a logged-in user into the database of the running server. */
export const anOwner = (store: Store, tariff: Tariff = 'basic'): Promise<TestUser> => aUser({ store, clock: testClock() }, { tariff });

/** Stores the user's session in the browser; the next page shows the book. */
export async function logInAs(page: Page, { token }: TestUser): Promise<void> {
  await page.goto('/healthz');
  await page.evaluate((value) => localStorage.setItem('carnet.token', value), token);
}

async function post<T>(server: RunningServer, { token }: TestUser, path: string, body: FormData | string): Promise<T> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const response = await fetch(server.url + path, { method: 'POST', headers: { authorization: `Bearer ${token}`, ...type }, body });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

export const giveVehicle = async (
  server: RunningServer,
  owner: TestUser,
  type: VehicleType = 'car',
  overrides: Record<string, string> = {},
): Promise<Vehicle> => post(server, owner, '/api/vehicles', await vehicleForm(vehicleFields(type, overrides)));

export const giveRecord = (server: RunningServer, owner: TestUser, vehicle: Vehicle, overrides: Record<string, unknown> = {}) =>
  post(server, owner, `/api/vehicles/${vehicle.id}/records`, JSON.stringify(recordBody(overrides)));

export const givePlanLine = (server: RunningServer, owner: TestUser, vehicle: Vehicle, overrides: Record<string, unknown> = {}) =>
  post<PlanLine>(server, owner, `/api/vehicles/${vehicle.id}/plan`, JSON.stringify(planBody(overrides)));

/** Sets a paid tariff without an order. */
export async function giveTariff(store: Store, email: string, tariff: Tariff): Promise<void> {
  const period = { tariff_start_date: isoTime(Date.now() - DAY), tariff_end_date: isoTime(Date.now() + 30 * DAY) };
  await store.db
    .updateTable('users')
    .set({ tariff, ...period })
    .where('email', '=', email)
    .execute();
}

/** The code in the last email to that address, from the outbox folder. */
export async function codeInOutbox(server: RunningServer, email: string): Promise<string> {
  const folder = join(server.dataDir, 'outbox');
  let code: string | undefined;
  const look = async () => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort();
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const mail = mails.findLast((text) => text.includes(`To: ${email}`));
    code = /^\s*(\d{6})\s*$/m.exec(mail ?? '')?.[1];
    return code;
  };
  await expect.poll(look, { message: `a mail with a code for ${email}` }).toBeDefined();
  return code as string;
}
