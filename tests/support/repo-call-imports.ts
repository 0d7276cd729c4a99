import { AT } from './repo-call-rows.ts';

const ENTRY = {
  ...{ vehicle_id: 1, kind: 'fill', performed_on: '2026-05-01', day_precision: 'day', reading: 0, other_reading: null },
  ...{ is_reading_right: 0, amount: 1, cost_group: null, currency: null },
  ...{ operation_name: null, part_name: null, part_code: null, place: null, note: null, warranty_until: null },
  ...{ source: 'import', author_id: 1, created_at: AT, changed_at: AT },
};
const FILL = {
  ...{ entry_id: 999, vehicle_id: 1, fuel: 'petrol', volume: 1, volume_unit: 'l', price_per_unit: null, is_full: 1, is_missed_before: 0 },
  ...{ level: null, distance_on_fuel: null, other_distance_on_fuel: null, grade: null },
};
const LINE = {
  ...{ vehicle_id: 1, uid: 'imported', title: 'x', kind: 'maintenance', mode: 'floating', every_months: 1, every_days: null },
  ...{ every_distance: null, due_on: null, due_at: null, due_at_on: null, is_end_of_month: 0, start_on: null, start_at: null },
  ...{ lead_days: null, lead_distance: null, expected_cost: null, snoozed_until: null, created_at: AT, changed_at: AT },
};
const COMPLETION = {
  ...{ line_id: 1, vehicle_id: 1, entry_id: null, performed_on: '2026-05-01', reading: null, is_skip: 0, is_extra: 0 },
  ...{ closes_on: null, closes_at: null, created_at: AT },
};

/** The arguments of each call of a function that imports use, by repository. */
export const IMPORT_CALLS: Record<string, Record<string, readonly (readonly unknown[])[]>> = {
  overviewRepo: {
    countOrders: [[100]],
    countMessages: [[100]],
    countFailedMails: [[100]],
    listPayments: [[]],
    hasAdmin: [['x']],
    hasTwoFactor: [[1]],
    hasSeller: [[]],
  },
  statementsRepo: {
    insert: [[AT, '{}']],
    find: [[1, AT]],
    listMappings: [[]],
    keepMapping: [['x', '{}']],
    listRecords: [[['x', 'y']], [[]]],
    deleteExpired: [[AT]],
  },
  erasedEntriesRepo: {
    deleteSome: [
      [1, 'entries', 100],
      [1, 'deleted_entries', 100],
    ],
  },
  importedEntriesRepo: {
    listUids: [
      [1, undefined, 100],
      [1, { performed_on: '2026-05-01', id: 1 }, 100],
    ],
    insertMany: [[[{ ...ENTRY, uid: 'imported' }]]],
    insertDetails: [['fill', [FILL]]],
    listByIds: [[[1, 2]]],
    deleteMany: [[[998, 999]]],
  },
  importedPlansRepo: {
    listUids: [[1]],
    countCompletions: [[1]],
    insert: [[LINE]],
    insertCompletions: [[[COMPLETION]]],
    deleteUnchanged: [[[998, 999], AT]],
  },
  importsRepo: {
    list: [[1, AT]],
    find: [[1, 1, AT]],
    findReading: [[1, AT]],
    lock: [[1, 1, AT]],
    insert: [[{ user_id: 1, status: 'open', source: 'carnet', file_name: 'x', content: '{}', created_at: AT, expires_at: AT }]],
    update: [[{ id: 1, status: 'open', content: '{}' }, { status: 'done' }, AT]],
    insertPart: [[{ import_id: 1, position: 0, vehicle: 0, name: 'entries', rows: 0, bytes: new Uint8Array() }]],
    listParts: [[1]],
    findBytes: [[1, 0]],
    deleteParts: [[1, 5]],
    insertItems: [[1, 'entry', [1]]],
    listItems: [[1, 'entry', 0, 100]],
    deleteItems: [[1, 'entry', 100]],
    endOthers: [[1, 1]],
    endReading: [[1]],
    listMappings: [[1]],
    upsertMapping: [[{ user_id: 1, header: 'x', content: '{}', used_at: AT }]],
    deleteOldMappings: [[1, 20]],
    endExpired: [[AT]],
    listIds: [[1]],
    delete: [[1]],
  },
};
