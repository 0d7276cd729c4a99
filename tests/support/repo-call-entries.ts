import { ENTRY_KINDS } from '#contract/entry-kinds.ts';
import { ALL_DAYS, AT, COMPLETION, ENTRY, FILL_DETAILS, PAGE, PLAN_LINE, SOME_VEHICLES } from './repo-call-rows.ts';

/** The arguments of the repositories of entries. */
export const ENTRY_CALLS: Record<string, Record<string, readonly (readonly unknown[])[]>> = {
  readingsRepo: {
    ...{
      findBefore: [[1, '2026-05-01', 1]],
      findAfter: [[1, '2026-05-01', 1]],
      findHighest: [[1]],
      findFacts: [[1]],
    },
    listReplaced: [[[1]], [[1, 2]]],
    isReplacedSince: [[1, '2026-05-01']],
    listMileages: [[1]],
    listAll: [[1], [1, 2]],
    convert: [
      [1, 'km'],
      [1, 'mi'],
    ],
    forgetOtherUnit: [[1]],
    forgetDeleted: [[1]],
  },
  currenciesRepo: { relabel: [[1, 'UAH', 'EUR']] },
  mileagesRepo: {
    find: [[1]],
    count: [[1]],
    insert: [
      [
        {
          vehicle_id: 1,
          performed_on: '2026-05-01',
          reading: 1,
          currency: 'UAH',
          author_id: 1,
          uid: 'uid-of-a-mileage',
          created_at: AT,
          changed_at: AT,
        },
      ],
    ],
    update: [[1, { reading: 1, changed_at: AT }]],
    delete: [
      [1, 'all'],
      [1, 'fractions'],
    ],
  },
  entriesRepo: {
    sumAmounts: [[1, 'work']],
    list: [
      [1, 'work', 20],
      [1, 'work', 20, { performedOn: '2026-05-01', id: 1 }],
    ],
    find: [[1, 'work', 1]],
    insert: [[ENTRY]],
    insertInOneStatement: [[ENTRY, { vehicle_type: 'car', mileage_unit: 'km' }]],
    update: [[1, 'work', 1, { amount: 1, reading: 1 }]],
    delete: [[1, 'work', 1, AT]],
    deleteForGood: [[1, 'work', 1]],
    count: [[1]],
    restore: [[1, 'work', 1, AT]],
    deleteExpired: [[AT]],
  },
  monthsRepo: {
    listLarge: [[[1, 2], 100]],
    listMonths: [
      [[1], ALL_DAYS],
      [[1, 2], ALL_DAYS],
    ],
    listResets: [[[1]], [[1, 2]]],
    listMileages: [[[1]], [[1, 2]]],
    listPoints: [[[1, 2], { before: { performedOn: '2026-05-01', id: 1 }, limit: 10 }]],
  },
  groupsRepo: {
    listOperations: [
      [[1], PAGE],
      [[1, 2], PAGE],
    ],
    listParts: [
      [[1], PAGE],
      [[1, 2], PAGE],
    ],
    listPrices: [[1, PAGE]],
  },
  operationsRepo: {
    listNewestOfEach: [
      [[1], 20],
      [[1, 2], 20],
    ],
  },
  entrySumsRepo: {
    findLarge: SOME_VEHICLES.map((range) => [1, range, 1000]),
    find: SOME_VEHICLES.map((range) => [1, range, '2026']),
    findLast: SOME_VEHICLES.map((range) => [1, range]),
  },
  timelineRepo: {
    listPage: [
      [1, { kinds: ['work'], sort: 'newest', limit: 20 }],
      [1, { kinds: ENTRY_KINDS, sort: 'newest', year: '2026', after: { key: '2026-05-01', id: 1 }, limit: 20 }],
      [1, { kinds: ENTRY_KINDS, sort: 'oldest', after: { key: '2026-05-01', id: 1 }, limit: 20 }],
      [1, { kinds: ENTRY_KINDS, sort: 'reading', year: '2026', after: { key: 1, id: 1 }, limit: 20 }],
      [1, { kinds: ENTRY_KINDS, sort: 'price', after: { key: 1, id: 1 }, limit: 20 }],
    ],
    listYears: [[1, ENTRY_KINDS]],
    findPlace: [[1, ENTRY_KINDS, 1]],
    listBatch: [
      [1, ['work'], undefined, 100],
      [1, ENTRY_KINDS, { performed_on: '2026-05-01', id: 1 }, 100],
    ],
    findNearest: [[1, ENTRY_KINDS, 980470]],
  },
  entryExportRepo: {
    listUids: [[[1, 2]]],
    list: [
      [1, ['work'], undefined, 200],
      [1, ENTRY_KINDS, { performed_on: '2026-05-01', id: 1 }, 200],
    ],
  },
  fillsRepo: {
    listAll: [[1]],
    listBefore: [[1, { performed_on: '2026-05-01', id: 1 }, 200]],
    findUnit: [[1, 'petrol']],
  },
  detailsRepo: {
    list: [
      ['work', [1]],
      ['fill', [1, 2]],
      ['cost', [1, 2]],
      ['reading', [1, 2]],
    ],
    insert: [
      [1, 'fill', 1, FILL_DETAILS],
      [1, 'reading', 1, { is_reset: 1, old_reading: 1 }],
    ],
    update: [
      ['fill', 1, { volume: 1, distance_on_fuel: 1 }],
      ['reading', 1, { is_reset: 0, old_reading: null }],
      ['reading', 1, { old_reading: 1 }],
    ],
  },
  planExportRepo: { listLines: [[1]], listCompletions: [[1, 0, 200]] },
  planRepo: {
    list: [[[1]], [[1, 2]]],
    find: [[1, 1]],
    count: [[1]],
    insert: [[[PLAN_LINE]]],
    update: [[1, 1, { snoozed_until: null, changed_at: AT }]],
    delete: [[1, 1]],
    listCompletions: [[[1]], [[1, 2]]],
    countCompletions: [[1]],
    findCompletion: [[1, 1]],
    insertCompletion: [[COMPLETION]],
    deleteCompletion: [[1, 1, 1]],
  },
  stampsRepo: { list: [[[1]], [[1, 2]]], find: [[1, 1]] },
  planUnitsRepo: {
    findFacts: [[1]],
  },
};
