import {
  EXPORT_VERSION,
  type ExportedCompletion,
  type ExportedEntry,
  type ExportedOrder,
  type ExportedPayment,
  type ExportedPlanLine,
  type ExportedProfile,
  type ExportedValue,
  type ExportedVehicle,
} from '#contract/export-file.ts';

export interface JsonVehicle {
  vehicle: ExportedVehicle & { photo: string | null; values: ExportedValue[]; plan: ExportedPlanLine[] };
  entries: AsyncIterable<readonly ExportedEntry[]>;
  completions: AsyncIterable<readonly ExportedCompletion[]>;
}

export interface JsonContent {
  exportedAt: string;
  profile: ExportedProfile & { photo: string | null };
  orders: AsyncIterable<readonly ExportedOrder[]>;
  payments: AsyncIterable<readonly ExportedPayment[]>;
  vehicles: AsyncIterable<JsonVehicle>;
}

/** `carnet.json` in parts, each at most a page (`ExportFile` as a whole). */
export async function* jsonOf({ exportedAt, profile, orders, payments, vehicles }: JsonContent): AsyncGenerator<string, void> {
  yield `${opened({ version: EXPORT_VERSION, exportedAt, profile })},\n"orders":[`;
  yield* elementsOf(orders);
  yield '],\n"payments":[';
  yield* elementsOf(payments);
  yield '],\n"vehicles":[';
  let before = '\n';
  for await (const { vehicle, entries, completions } of vehicles) {
    yield `${before}${opened(vehicle)},"entries":[`;
    yield* elementsOf(entries);
    yield '],"completions":[';
    yield* elementsOf(completions);
    yield ']}';
    before = ',\n';
  }
  yield ']}\n';
}

/** The object without its closing brace. */
const opened = (fields: object): string => JSON.stringify(fields).slice(0, -1);

/** The elements of a list, one a line. */
async function* elementsOf(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string, void> {
  let before = '\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((element) => JSON.stringify(element)).join(',\n');
    before = ',\n';
  }
}
