const AT = '2026-05-01T08:00:00.000Z';
export const EMAIL = 'olena@example.com';
const SLICE = { offset: 0, limit: 20, isFromEnd: false };
const CODE_ROW = { email: EMAIL, purpose: 'reset', code_hash: 'hash', expires_at: AT, validated_at: null };
const ADVERT = { position: 0, title_ua: '', title_ru: '', title_en: '', text_ua: '', text_ru: '', text_en: '', image_id: null };
const PAYMENT = { lang: 'ua', payee_details: '', iban: '', edrpou: '', payment_purpose: '', is_active: 1 };
const BLOCK = { message_text_ua: '', message_text_ru: '', message_text_en: '' };
const TARIFF = { tariff: 'family', tariff_start_date: AT, tariff_end_date: AT };

const RECORD = {
  ...{ vehicle_id: 1, operation_name: 'x', part_name: 'x', part_code: 'x' },
  ...{ price: 1, reading: 1, performed_on: '2026-05-01', created_at: AT },
};

const ALL_DAYS = { from: '0000-00-00', to: '9999-99-99' };
const PAGE = { from: ALL_DAYS.from, before: { performedOn: ALL_DAYS.to, id: 1 }, limit: 20 };

const ALWAYS = { from: undefined, to: undefined };
const DAY_OF_LOG = { from: AT, to: '2026-05-02T08:00:00.000Z' };
const AUDIT_PREFIXES = [
  { column: 'email', prefix: 'd' },
  { column: 'subject', prefix: 'order 2' },
];
const ORDER_FILTERS = [
  { status: 'all', code: undefined, email: undefined, userId: undefined },
  { status: 'confirmed', code: undefined, email: undefined, userId: undefined },
  { status: 'confirmed', code: 'D', email: 'd', userId: 2 },
  { status: 'all', code: 'D', email: 'd', userId: undefined },
  { status: 'all', code: undefined, email: '2', userId: 2 },
];

const MESSAGE_QUERIES = [
  { status: 'all', terms: [], isBroad: false },
  { status: 'waiting', terms: [], isBroad: false },
  { status: 'all', terms: ['двигун'], isBroad: false },
  { status: 'waiting', terms: ['двигун', 'шини', 'x'], isBroad: false },
  { status: 'waiting', terms: ['двигун', 'шини', 'x'], isBroad: true },
];

const SOME_VEHICLES = [
  { first: 1, last: 2, isArchived: false },
  { first: 1, last: 2, isArchived: true },
];

/** The arguments of each call of a function, by repository. They reach each of its statements. */
export const CALLS: Record<string, Record<string, readonly (readonly unknown[])[]>> = {
  accountsRepo: { delete: [[1, EMAIL, ['login:x']]] },
  adminsRepo: {
    find: [[EMAIL]],
    listEmails: [[]],
    isEmpty: [[]],
    insert: [[{ email: EMAIL, password_hash: 'x', made_by: 'start', created_at: AT }]],
    updatePassword: [[EMAIL, 'x']],
    deleteOthers: [[EMAIL, ['start']]],
    lockPassword: [[1, 'x']],
    findSession: [['x']],
    insertSession: [['x', 1, AT]],
    updateLastUse: [['x', AT]],
    deleteSession: [['x']],
    deleteSessionsOf: [[EMAIL]],
  },
  advertsRepo: {
    hasAny: [[]],
    list: [[]],
    lock: [[]],
    updateChangedAt: [[AT]],
    insert: [[ADVERT]],
    update: [[1, ADVERT]],
    delete: [[1]],
    insertImage: [['x']],
    findImages: [[['x']]],
    listUnused: [[AT]],
  },
  auditRepo: {
    insert: [[{ at: AT, actor: 'x', action: 'x', subject: 'x', before: null, after: null }]],
    count: [[]],
    list: [[SLICE]],
    listByIds: [[[1, 2]]],
    listNewest: [
      [{}, { from: AT, to: undefined }, 10],
      [{}, { from: undefined, to: AT }, 10],
      ...[ALWAYS, DAY_OF_LOG].flatMap((range) =>
        [{ action: 'x' }, { actor: 'x' }, { actor: 'x', action: 'x' }, { userId: 1 }, { userId: 1, action: 'x' }].map((filter) => [
          filter,
          range,
          10,
        ]),
      ),
    ],
    listByPrefix: AUDIT_PREFIXES.flatMap((prefix) => [
      [prefix, [], ALWAYS, 10],
      [prefix, ['x', 'y'], DAY_OF_LOG, 10],
    ]),
    findActor: [undefined, 'admin'].map((after) => ['a', after]),
  },
  attemptsRepo: {
    find: [['x']],
    lock: [['x']],
    update: [['x', { failures: 1, locked_until: null, failed_at: AT }]],
    deleteUntouched: [['x']],
    delete: [['x']],
    deleteByPrefix: [['x|']],
  },
  ratesRepo: {
    find: [[['x']]],
    lock: [['x']],
    upsert: [['x', AT]],
    deleteUntouched: [['x']],
    delete: [['x']],
    deleteByPrefix: [['x|']],
  },
  codesRepo: { find: [[EMAIL, 'reset']], upsert: [[CODE_ROW]], markValidated: [[EMAIL, 'reset', AT]], delete: [[EMAIL, 'reset']] },
  sessionsRepo: {
    find: [['x']],
    insert: [[{ id: 'x', tokenHash: 'x', userId: 1, userAgent: '', at: AT }]],
    updateLastUse: [['x', AT]],
    listByUser: [[1, AT]],
    delete: [['x']],
    deleteById: [[1, 'x']],
    deleteByUser: [[1, 'x']],
    deleteOldest: [[1, 'x', 20]],
  },
  cardsRepo: {
    insertEvent: [['x', AT]],
    insertCheckout: [['x', 'y', AT]],
    listCheckouts: [['x', AT]],
    markCheckoutClosed: [['x', AT]],
  },
  feedbackRepo: { insert: [[{ email: EMAIL }]] },
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
  idempotencyRepo: { find: [[1, 'x']], insert: [[1, 'x', { kind: 'records', madeId: 1 }, AT]] },
  imagesRepo: {
    insert: [[{ id: 'x', mediaType: 'image/jpeg', bytes: new Uint8Array(1), createdAt: AT }]],
    find: [['x']],
    findThumbnail: [['x', 192]],
    insertThumbnail: [['x', 192, { mediaType: 'image/webp', bytes: new Uint8Array(1) }]],
    delete: [['x']],
  },
  jobsRepo: { insert: [['x', AT]], claim: [['x', 'y', { now: AT, leaseUntil: AT, latest: AT }]], release: [['x', 'y', AT]] },
  mailsRepo: {
    insert: [[{ recipient: EMAIL }]],
    listCreated: [[EMAIL, ['code'], AT]],
    eraseWaiting: [[EMAIL, 'code']],
    listDue: [[AT]],
    claim: [[1, AT, AT]],
    updateSent: [[1, AT, true]],
    delete: [[1]],
    updateNextTry: [[1, AT]],
    deleteExpired: [['code', AT]],
    eraseExpired: [[AT]],
  },
  mailQueueRepo: {
    claim: [[{ urgency: 1, limit: 20, now: AT, leaseUntil: AT }]],
    updateSent: [[1, AT, true]],
    updateNextTry: [[1, AT, 'refused']],
    updateFailed: [[1, AT, 'refused', true]],
    delete: [[1]],
    deleteExpired: [['code', AT]],
    failExpired: [[AT]],
  },
  failedMailsRepo: {
    ...{ count: [[]], list: [[SLICE]], countWaiting: [[]], listWaiting: [[SLICE]] },
    ...{ find: [[1]], sendNow: [[1, AT, AT]] },
  },
  messageListRepo: {
    countMatches: [['x'], ['двигун']],
    count: MESSAGE_QUERIES.map((query) => [query]),
    list: MESSAGE_QUERIES.map((query) => [query, SLICE]),
  },
  messagesRepo: {
    ...{ find: [[1]], lock: [[1]], listReplies: [[1]] },
    updateStatus: [
      [1, 'answered', EMAIL, AT],
      [1, 'waiting', EMAIL, AT],
    ],
    insertReply: [[{ feedback_id: 1, text: 'x', actor: EMAIL, request_key: null, created_at: AT }]],
  },
  messageWordsRepo: { insert: [[1, ['x']]], listUnindexed: [[10]], markIndexed: [[1]] },
  notesRepo: { find: [[1]], upsert: [[1, 'x']], delete: [[1]] },
  orderListRepo: {
    count: ORDER_FILTERS.map((filter) => [filter]),
    list: ORDER_FILTERS.map((filter) => [filter, SLICE]),
  },
  operationsRepo: {
    listNewestOfEach: [
      [[1], 20],
      [[1, 2], 20],
    ],
  },
  ordersRepo: {
    findOpen: [[1]],
    findPaid: [[1, AT, AT]],
    findByCode: [['x']],
    lock: [['x']],
    insert: [[{ code: 'x' }]],
    update: [[1, 'processing', { status: 'confirmed' }]],
    delete: [[1, 'processing']],
    listConfirmed: [[AT, 10]],
  },
  paymentsRepo: {
    find: [['ua']],
    lock: [['ua']],
    upsert: [[PAYMENT]],
    findBlockMessage: [[]],
    lockBlockMessage: [[]],
    updateBlockMessage: [[BLOCK]],
  },
  pricesRepo: { list: [[]], find: [['family']], lock: [[]], update: [[{ tariff: 'family', price: 1 }]] },
  readingsRepo: { findBefore: [[1, '2026-05-01', 1]], findAfter: [[1, '2026-05-01', 1]], findHighest: [[1]] },
  recordsRepo: {
    sumPrices: [[1]],
    listByVehicle: [
      [1, 20],
      [1, 20, { performedOn: '2026-05-01', id: 1 }],
    ],
    find: [[1, 1]],
    insert: [[RECORD]],
    insertInOneStatement: [[RECORD, { vehicle_type: 'car', mileage_unit: 'km' }]],
    update: [[1, 1, { price: 1 }]],
    delete: [[1, 1]],
  },
  statisticsRepo: {
    listLarge: [[[1, 2], 100]],
    listMonths: [
      [[1], ALL_DAYS],
      [[1, 2], ALL_DAYS],
    ],
    findFirstReading: [[1, ALL_DAYS]],
  },
  sweepRepo: {
    deleteSessions: [[AT]],
    deleteAdminSessions: [[AT]],
    deleteCodes: [[AT]],
    deleteAttempts: [[AT, AT]],
    deleteIdempotency: [[AT]],
    deleteMails: [[AT]],
    deleteMessages: [[AT]],
    deleteCardEvents: [[AT]],
    deleteCardCheckouts: [[AT]],
    deleteRates: [[AT]],
  },
  tariffsRepo: { listUnnotified: [['week', AT, AT, 10]], insertNotice: [[1, 'week', AT]] },
  timelineRepo: {
    listPage: [
      [1, { sort: 'newest', limit: 20 }],
      [1, { sort: 'newest', year: '2026', after: { key: '2026-05-01', id: 1 }, limit: 20 }],
      [1, { sort: 'oldest', after: { key: '2026-05-01', id: 1 }, limit: 20 }],
      [1, { sort: 'reading', year: '2026', after: { key: 1, id: 1 }, limit: 20 }],
      [1, { sort: 'price', after: { key: 1, id: 1 }, limit: 20 }],
    ],
    listYears: [[1]],
    findPlace: [[1, 1]],
    findEndOfBatch: [
      [1, undefined, 100],
      [1, { performed_on: '2026-05-01', id: 1 }, 100],
    ],
    search: [
      [1, ['x'], { after: undefined, end: undefined }],
      [1, ['x', 'y'], { after: { performed_on: '2026-05-01', id: 1 }, end: { performed_on: '2025-05-01', id: 1 } }],
    ],
    findNearest: [[1, 980470]],
  },
  userListRepo: {
    count: [[''], ['olena'], ['12']],
    list: [
      ['', SLICE],
      ['olena', SLICE],
      ['12', SLICE],
    ],
  },
  usersRepo: {
    find: [[1]],
    findCredentials: [[EMAIL]],
    insert: [[{ email: EMAIL }]],
    lock: [[1]],
    updateTariff: [[1, TARIFF]],
    lockPassword: [[1, 'x']],
    update: [[1, { first_name: 'x' }]],
    updatePassword: [[EMAIL, 'x']],
    updateLanguage: [[1, 'ua']],
    updateHash: [[1, 'x']],
  },
  vehiclesRepo: {
    listByOwner: [
      [1, null],
      [1, 5],
    ],
    listIds: [
      [1, null, 30],
      [1, 5, 30],
    ],
    listArchived: [[1]],
    find: [[1, 1]],
    findOwned: [[1]],
    countByOwner: [[1]],
    countArchivedAfter: [[1, AT]],
    findByNumber: [
      [1, 'vin', 'x'],
      [1, 'hin_number', 'x'],
      [1, 'serial_number', 'x'],
    ],
    lockOwner: [[1]],
    lock: [[1]],
    insert: [[{ user_id: 1 }]],
    update: [[1, { year: 2000 }]],
    updateArchivedAt: [[1, AT]],
    delete: [[1]],
  },
  vehicleUnitsRepo: {
    convertReadings: [
      [1, 'km'],
      [1, 'mi'],
    ],
  },
  vehicleSumsRepo: {
    findLarge: SOME_VEHICLES.map((range) => [1, range, 1000]),
    find: SOME_VEHICLES.map((range) => [1, range, '2026']),
    findLast: SOME_VEHICLES.map((range) => [1, range]),
    findReadings: [[1]],
  },
  visitsRepo: { count: [['2026-05-01']], list: [[]] },
};
