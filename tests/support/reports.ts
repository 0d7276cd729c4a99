/** PDF reports of an application, and the accounts and records that tests make them from. */
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { Language } from '#contract/languages.ts';
import type { Tariff } from '#contract/tariffs.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type { DrawnReport } from '#server/ports/reports.ts';
import type { TestApp } from './app.ts';
import { aUser, aVehicle, recordBody, type TestUser } from './builders.ts';
import { type ReadPdf, readPdf } from './pdf.ts';

/** A report of one byte, for tests that draw none. */
export const aDrawnReport = (): DrawnReport => ({ size: 1, parts: Readable.from([Buffer.of(1)]) });

interface ReportAnswer {
  status: number;
  /** The code of an error. */
  code: string | undefined;
  disposition: string;
  retryAfter: number;
  bytes: Uint8Array;
}

export async function getReport(app: TestApp, { token }: TestUser, path: string, language: Language = 'ua'): Promise<ReportAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
  const { statusCode: status, headers: answered, rawPayload } = await app.server.inject({ method: 'GET', url: path, headers });
  const isFile = answered['content-type'] === 'application/pdf';
  return {
    status,
    code: isFile ? undefined : JSON.parse(rawPayload.toString()).code,
    disposition: String(answered['content-disposition'] ?? ''),
    retryAfter: Number(answered['retry-after'] ?? 0),
    bytes: new Uint8Array(rawPayload),
  };
}

/** The report, which must be successful, as a reader sees it. */
export async function readReport(...request: Parameters<typeof getReport>): Promise<ReadPdf> {
  const { status, bytes } = await getReport(...request);
  expect(status).toBe(200);
  return readPdf(bytes);
}

export async function addRecords(
  app: TestApp,
  { token }: TestUser,
  vehicleId: number,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  for (const body of records) {
    const { status } = await app.request('POST', `/api/vehicles/${vehicleId}/records`, { token, body: recordBody(body) });
    expect(status).toBe(201);
  }
}

export async function reportOwner(
  app: TestApp,
  tariff: Tariff = 'family',
  type: VehicleType = 'car',
  fields: Record<string, string> = {},
): Promise<{ user: TestUser; vehicle: Vehicle; path: string }> {
  const user = await aUser(app, { tariff });
  const vehicle = await aVehicle(app, user, type, fields);
  return { user, vehicle, path: `/api/vehicles/${vehicle.id}/report` };
}

/** The address of the report on several vehicles. */
export const reportOn = (vehicles: readonly Pick<Vehicle, 'id'>[]): string =>
  `/api/reports/vehicles?ids=${vehicles.map(({ id }) => id).join(',')}`;
