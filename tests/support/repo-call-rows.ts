/** Rows, filters and pages that the calls of repositories share. */

export const AT = '2026-05-01T08:00:00.000Z';
export const EMAIL = 'olena@example.com';
export const SPAN = { from: AT, until: '2026-06-01T00:00:00.000Z' };
export const LIMITED_SPANS = [SPAN, SPAN].map((span) => ({ ...span, limit: AT }));
export const SLICE = { offset: 0, limit: 20, isFromEnd: false };
export const CODE_ROW = { email: EMAIL, purpose: 'reset', code_hash: 'hash', expires_at: AT, validated_at: null };
export const ADVERT = { position: 0, title_ua: '', title_ru: '', title_en: '', text_ua: '', text_ru: '', text_en: '', image_id: null };
export const PAYMENT = {
  lang: 'ua',
  payee_details: '',
  iban: '',
  edrpou: '',
  payment_purpose: '',
  is_active: 1,
  transfer_currency: 'UAH',
  transfer_rate: 415_000,
  rated_on: '2026-01-01',
};
export const BLOCK = { message_text_ua: '', message_text_ru: '', message_text_en: '' };
export const SELLER = {
  ...{ name_ua: '', name_ru: '', name_en: '', address_ua: '', address_ru: '', address_en: '' },
  ...{ tax_number: '', contact_email: '', phone: '' },
};
export const TARIFF = { tariff: 'family', tariff_start_date: AT, tariff_end_date: AT };

export const ENTRY = {
  ...{ vehicle_id: 1, kind: 'work', operation_name: 'x', part_name: 'x', part_code: 'x', source: 'typed', author_id: 1, uid: 'x' },
  ...{ place: null, note: null, cost_group: null },
  ...{ amount: 1, currency: 'UAH', reading: 1, is_reading_right: 0, performed_on: '2026-05-01', created_at: AT, changed_at: AT },
};

export const FILL_DETAILS = {
  ...{ fuel: 'petrol', volume: 1, volume_unit: 'l', price_per_unit: null, is_full: 1, is_missed_before: 0 },
  ...{ level: null, distance_on_fuel: null, grade: null },
};

export const PLAN_LINE = {
  ...{ vehicle_id: 1, uid: 'x', title: 'x', kind: 'maintenance', mode: 'floating', every_months: 12, every_days: null, every_distance: 1 },
  ...{
    due_on: null,
    due_at: null,
    due_at_on: null,
    is_end_of_month: 0,
    start_on: null,
    start_at: null,
    lead_days: null,
    lead_distance: null,
  },
  ...{ expected_cost: null, currency: 'UAH', snoozed_until: null, created_at: AT, changed_at: AT },
};
export const COMPLETION = {
  ...{ line_id: 1, vehicle_id: 1, entry_id: 1, performed_on: null, reading: null, is_skip: 0, is_extra: 0 },
  ...{ closes_on: null, closes_at: null, created_at: AT },
};

export const ALL_DAYS = { from: '0000-00-00', to: '9999-99-99' };
export const PAGE = { currency: 'UAH', from: ALL_DAYS.from, before: { performedOn: ALL_DAYS.to, id: 1 }, limit: 20 };

export const ALWAYS = { from: undefined, to: undefined };
export const ASSET = { name: 'x', encoding: null, bytes: Buffer.from('x') };
export const DAY_OF_LOG = { from: AT, to: '2026-05-02T08:00:00.000Z' };
export const AUDIT_PREFIXES = [
  { column: 'email', prefix: 'd' },
  { column: 'subject', prefix: 'order 2' },
];
export const ORDER_FILTERS = [
  { status: 'confirmed', code: 'D', codes: ['F', 'J'], email: 'd', userIds: [2, 3], ...ALWAYS },
  { status: 'confirmed', code: 'D', codes: ['F', 'J'], email: 'd', userIds: [2, 3], ...DAY_OF_LOG },
  { status: 'all', code: 'D', codes: ['F', 'J'], email: 'd', userIds: [], ...ALWAYS },
  { status: 'all', code: undefined, codes: [], email: '2', userIds: [2], cents: 300, ...ALWAYS },
];
export const CLOSED_ORDER = {
  ...{ code: 'x', user_id: 1, status: 'processing', tariff_from: 'basic', tariff_change: 'family' },
  ...{ payment_months: 1, amount_due: 300, created_at: AT },
};
export const INCOME = {
  ...{ paid_on: '2026-05-01', booked_at: AT, kind: 'payment', source: 'manual', change: 300, currency: 'USD', dollars: 300 },
  ...{ tariff: 'family', order_code: 'x', user_id: 1, payer: 'x', purpose: 'x', reason: 'x', corrects: null },
  ...{ request_key: null, request_hash: null, search_text: 'x' },
};
const ALL_INCOME = { kind: 'all', from: '', to: '~', bookedBefore: undefined, text: undefined, userIds: [] };
export const INCOME_FILTERS = [
  ALL_INCOME,
  { ...ALL_INCOME, kind: 'refund', from: '2026-05-01', to: '2026-05-02', bookedBefore: AT },
  { ...ALL_INCOME, text: 'x', userIds: [2, 3] },
  { ...ALL_INCOME, text: 'x' },
];
export const SECTIONS = ['processing', 'confirmed', 'completed'].map((status) => ({ status, slice: SLICE }));

export const MESSAGE_QUERIES = [
  { status: 'all', terms: [], isBroad: false },
  { status: 'waiting', terms: [], isBroad: false },
  { status: 'all', terms: ['двигун'], isBroad: false },
  { status: 'waiting', terms: ['двигун', 'шини', 'x'], isBroad: false },
  { status: 'waiting', terms: ['двигун', 'шини', 'x'], isBroad: true },
];

export const NEW_LINK = { token_hash: 'x', invited_by: 1, created_at: AT, expires_at: AT };

export const SOME_VEHICLES = [
  { first: 1, last: 2, isArchived: false },
  { first: 1, last: 2, isArchived: true },
];
