import * as z from 'zod/mini';
import { costInput } from '#contract/costs.ts';
import type { EntryKindName } from '#contract/entry-kinds.ts';
import {
  EXPORT_VERSION,
  type ExportedEntry,
  exportedCompletion,
  exportedEntry,
  exportedPlanLine,
  exportedProfile,
  exportedValue,
  exportedVehicle,
} from '#contract/export-file.ts';
import { fillInput } from '#contract/fills.ts';
import { IMAGE_BYTES, IMPORT_ROW_BYTES, IMPORT_ROWS_MAX } from '#contract/limits.ts';
import { planLineInput } from '#contract/plan.ts';
import { readingInput } from '#contract/readings.ts';
import { recordInput } from '#contract/records.ts';
import type { Batches } from './batches.ts';
import type { EntryExtra, FileHead, FileVehicle } from './drafts.ts';
import { type JsonRow, jsonRows } from './json-rows.ts';
import { contentOf, reasonOf } from './reasons.ts';
import { Rejection } from './rejection.ts';
import type { openZip } from './zip-file.ts';

export const CARNET_JSON = 'carnet.json';

const LISTS = ['values', 'plan', 'entries', 'completions'] as const;
const vehicleSchema = z.partial(z.extend(exportedVehicle, { photo: z.nullable(z.string()) }));
const VEHICLE_FIELDS = Object.keys(vehicleSchema.shape);
// The fields one by one: a whole vehicle would be kept in memory with its entries.
const PATHS = [
  ...['$.version', '$.profile', '$.orders.*'],
  ...LISTS.map((list) => `$.vehicles.*.${list}.*`),
  ...VEHICLE_FIELDS.map((field) => `$.vehicles.*.${field}`),
];

const INPUTS = { work: recordInput, fill: fillInput, cost: costInput, reading: readingInput } as const satisfies Record<
  EntryKindName,
  unknown
>;

/** The fields of an entry as the API takes them. */
function inputOf(entry: ExportedEntry): object {
  const { kind, uid, dayPrecision, otherReading, currency, source, createdAt, changedAt, ...fields } = entry;
  // The API knows no work without a reading: 0 is not known.
  return { ...fields, ...(kind === 'work' ? { reading: fields.reading ?? 0 } : {}) };
}

function extraOf(entry: ExportedEntry): EntryExtra {
  const { dayPrecision, otherReading, currency, source } = entry;
  return {
    ...{ dayPrecision, otherReading, currency, source },
    ...(entry.kind === 'work' ? { warrantyUntil: entry.warrantyUntil, place: entry.place, note: entry.note } : {}),
    ...(entry.kind === 'fill' ? { otherDistanceOnFuel: entry.otherDistanceOnFuel } : {}),
    ...(entry.kind === 'reading' ? { otherOldReading: entry.otherOldReading } : {}),
  };
}

const shownOf = (value: unknown): string => {
  const { performedOn, operationName, title, total, day } = (value ?? {}) as Record<string, unknown>;
  const known = [performedOn ?? day, operationName ?? title, total].filter((part) => part !== undefined && part !== null);
  return contentOf(known.length > 0 ? known.join('; ') : JSON.stringify(value));
};

type Zip = Awaited<ReturnType<typeof openZip>>;

/** Reads the export of an account. Yields after each piece of work, so that the caller can pause; returns the head. */
export async function* readCarnet(zip: Zip, batches: Batches): AsyncGenerator<void, FileHead> {
  const found: Record<string, unknown>[] = [];
  let [version, currency, line]: [unknown, FileHead['currency'], number] = [undefined, null, 0];

  function addRow(vehicle: number, list: (typeof LISTS)[number], value: unknown): void {
    line += 1;
    if (line > IMPORT_ROWS_MAX) throw new Rejection('importsApi.tooMuch');
    const refuse = (issue?: z.core.$ZodIssue): void =>
      batches.add(vehicle, 'refused', { line, content: shownOf(value), reason: reasonOf(issue) });
    const isLong = JSON.stringify(value).length > IMPORT_ROW_BYTES;
    const problem = isLong ? [] : ADDERS[list](vehicle, value, line, batches);
    if (problem) refuse(problem[0]);
  }

  function add({ path, value }: JsonRow): void {
    const [top, number, name, row] = path;
    const vehicle = Number(number);
    if (top === 'version') version = value;
    else if (top === 'profile') currency = z.safeParse(exportedProfile, value).data?.currency ?? null;
    else if (top === 'vehicles' && row !== undefined) addRow(vehicle, name as (typeof LISTS)[number], value);
    else if (top === 'vehicles') found[vehicle] = { ...found[vehicle], [String(name)]: value };
  }

  for await (const row of jsonRows(await zip.read(CARNET_JSON), PATHS)) {
    add(row);
    yield;
  }
  if (version !== EXPORT_VERSION) throw new Rejection(typeof version === 'number' ? 'importsApi.version' : 'importsApi.damaged');
  const vehicles = [...found].map((fields = {}) => vehicleOf(fields));
  for (const [vehicle, { photo: path }] of vehicles.entries()) {
    if (path === null || !zip.paths.includes(path)) continue;
    const bytes = await zip.bytes(path);
    if (bytes.length <= IMAGE_BYTES) batches.addPhoto(vehicle, bytes);
    yield;
  }
  const head = { source: 'carnet', currency, isOldestFirst: false, table: null } as const;
  return { ...head, vehicles: vehicles.map(({ photo, ...vehicle }) => vehicle) };
}

function vehicleOf(value: object): FileVehicle & { photo: string | null } {
  const parsed = z.safeParse(vehicleSchema, value);
  if (!parsed.success) throw new Rejection('importsApi.damaged', parsed.error);
  const { note = null, archivedAt, isHidden, createdAt, photo = null, ...fields } = parsed.data;
  return { fields, note, isArchived: archivedAt != null, photo };
}

type Issues = readonly z.core.$ZodIssue[] | undefined;

/** Each adds a row of a list; returns what is wrong with it, if anything. */
const ADDERS: Record<(typeof LISTS)[number], (vehicle: number, value: unknown, line: number, batches: Batches) => Issues> = {
  values(vehicle, value, _, batches) {
    const parsed = z.safeParse(exportedValue, value);
    if (!parsed.success) return parsed.error.issues;
    batches.add(vehicle, 'values', parsed.data);
    return undefined;
  },
  plan(vehicle, value, line, batches) {
    const stored = z.safeParse(exportedPlanLine, value);
    if (!stored.success) return stored.error.issues;
    const input = z.safeParse(planLineInput, stored.data);
    if (!input.success) return input.error.issues;
    batches.add(vehicle, 'lines', { line, uid: stored.data.uid, input: input.data, stored: stored.data });
    return undefined;
  },
  entries(vehicle, value, line, batches) {
    const entry = z.safeParse(exportedEntry, value);
    if (!entry.success) return entry.error.issues;
    const { kind, uid } = entry.data;
    const input = z.safeParse(INPUTS[kind], inputOf(entry.data));
    if (!input.success) return input.error.issues;
    batches.add(vehicle, 'entries', { line, kind, uid, input: input.data, extra: extraOf(entry.data), content: shownOf(value) });
    return undefined;
  },
  completions(vehicle, value, _, batches) {
    const parsed = z.safeParse(exportedCompletion, value);
    if (!parsed.success) return parsed.error.issues;
    batches.add(vehicle, 'completions', parsed.data);
    return undefined;
  },
};
