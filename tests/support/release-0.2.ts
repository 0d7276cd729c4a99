import { hashOf } from '#server/ports/tokens.ts';
import { aPicture } from './builders.ts';

export type Row = Record<string, string | number | null | Uint8Array>;

const AT = '2026-05-01T08:00:00.000Z';
const TOKENS = ['a-token-of-the-first-release', 'another-token-of-the-first-release'];
const EMAIL = 'olena@example.com';
const PASSWORD = 'Passw0rd!';
/** argon2id of PASSWORD. */
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$mUVGwRWY9RZTfyQab2wIvg$psA367HduoEqsE9eiJpXjEiKhoaps4Y66nxjcPDJV3Y';

async function rows(): Promise<[string, Row[]][]> {
  const now = new Date().toISOString();
  const image = async (id: string) => ({ id, media_type: 'image/jpeg', bytes: await aPicture(), created_at: AT });
  const session = (token: string, n: number) => ({
    ...{ token_hash: hashOf(token), id: `session-of-a-browser-${n}`, user_id: 7, user_agent: token, created_at: AT, last_used_at: now },
  });
  const mail = (message_id: string, changes: Row) => ({
    ...{ message_id, kind: 'code', recipient: EMAIL, subject: '', text_body: '', html_body: '', created_at: AT, expires_at: AT },
    ...{ next_try_at: null, tries: 1, sent_at: null, urgency: 0, reply_to: null, feedback_id: null, ...changes },
  });
  const waiting = {
    kind: 'contact',
    expires_at: null,
    next_try_at: '2126-05-01T08:00:00.000Z',
    tries: 0,
    reply_to: EMAIL,
    feedback_id: 71,
  };
  const entry = (id: number, kind: string, changes: Row) => ({
    ...{ id, vehicle_id: 11, kind, performed_on: '2026-04-14', reading: 981_000, amount: null, currency: 'EUR', cost_group: null },
    ...{ operation_name: null, part_name: null, part_code: null, place: null, source: 'typed', author_id: 7, ...changes },
    ...{ uid: `c9a1f1a0-7d8e-4f0a-9f5e-3f9a1b2c3d${id}`, created_at: AT, changed_at: AT },
  });
  const work = { operation_name: 'Заміна оливи', part_name: 'Олива', part_code: '-' };
  const order = (id: number, code: string, user_id: number | null, status: string) => ({
    ...{ id, code, user_id, tariff_from: 'basic', tariff_change: 'family', payment_months: 3, amount_due: 900, status, created_at: AT },
  });
  const audited = { at: AT, actor: 'admin@example.com' };
  const texts = { title_ua: 'Шини', title_ru: 'Шины', title_en: 'Tyres', text_ua: 'Знижка', text_ru: 'Скидка', text_en: 'Discount' };
  return [
    ['images', await Promise.all(['photo-of-the-person-01', 'photo-of-the-vehicle-1', 'photo-of-an-advert-01'].map(image))],
    [
      'users',
      [
        {
          ...{ id: 7, email: EMAIL, first_name: 'Олена', last_name: 'Коваль', phone: '+380501234567', password_hash: PASSWORD_HASH },
          ...{ currency: 'EUR', language: 'ru', image_id: 'photo-of-the-person-01', tariff: 'family' },
          ...{ tariff_start_date: AT, tariff_end_date: '2126-05-01T08:00:00.000Z', created_at: AT },
        },
      ],
    ],
    ['sessions', TOKENS.map(session)],
    ['codes', [{ email: EMAIL, purpose: 'reset', code_hash: hashOf('x'), expires_at: AT, validated_at: null }]],
    ['attempts', [{ subject: `code:${EMAIL}`, failures: 2, locked_until: null, failed_at: AT }]],
    [
      'vehicles',
      [
        {
          ...{ id: 11, user_id: 7, vehicle_type: 'car', brand: 'Škoda', model: 'Octavia', year: 2014, color: 'синій', body_type: 'wagon' },
          ...{ fuel_type: 'petrol', engine_volume: 1400, mileage_unit: 'km', vin: 'TMBJJ7NE3E0123456' },
          ...{ image_id: 'photo-of-the-vehicle-1', created_at: AT },
        },
      ],
    ],
    ['notes', [{ vehicle_id: 11, text: 'Ключ у шухляді' }]],
    ['vehicle_values', [{ vehicle_id: 11, day: '2024-05-01', kind: 'purchase', amount: 950_000, currency: 'EUR' }]],
    [
      'entries',
      [
        entry(21, 'work', { amount: 8650, ...work }),
        entry(22, 'work', { amount: 0, reading: 990_000, performed_on: '2026-04-15', ...work }),
        entry(23, 'fill', { amount: 8000, reading: 985_000, place: 'OKKO' }),
        entry(24, 'cost', { amount: 12_000, cost_group: 'standing', performed_on: '2026-04-16' }),
        entry(25, 'reading', { reading: 991_000, performed_on: '2026-04-20' }),
      ],
    ],
    ['deleted_entries', [{ ...entry(26, 'work', { amount: 100, ...work }), deleted_at: now }]],
    [
      'fills',
      [{ entry_id: 23, vehicle_id: 11, fuel: 'petrol', volume: 40_000, volume_unit: 'l', is_full: 1, is_missed_before: 0, grade: 'A-95' }],
    ],
    ['costs', [{ entry_id: 24, vehicle_id: 11, category: 'insurance', title: 'ОСЦПВ' }]],
    ['readings', [{ entry_id: 25, vehicle_id: 11, is_reset: 0 }]],
    [
      'plan_lines',
      [
        {
          ...{ id: 81, vehicle_id: 11, uid: 'aac2d838-32e1-4770-b0a7-ca9ffc1d8f81', title: 'Олива', kind: 'maintenance', mode: 'floating' },
          ...{ every_months: 12, every_distance: 100_000, is_end_of_month: 0, start_on: '2026-04-14', start_at: 981_000, currency: 'EUR' },
          ...{ created_at: AT, changed_at: AT },
        },
      ],
    ],
    ['plan_completions', [{ id: 82, line_id: 81, vehicle_id: 11, entry_id: 21, is_skip: 0, is_extra: 0, created_at: AT }]],
    ['plan_notices', [{ line_id: 81, occurrence: '2027-04-14/', state: 'soon', told_on: '2026-05-01' }]],
    ['reading_questions', [{ vehicle_id: 11, asked_on: '2026-05-01' }]],
    ['telegram_links', [{ user_id: 7, chat_id: '4242' }]],
    ['import_mappings', [{ user_id: 7, header: hashOf('date,cost'), content: '{"fields":["performedOn","total"]}', used_at: AT }]],
    ['idempotency', [{ user_id: 7, key: 'a-key-of-a-record', kind: 'entries', request_hash: '', created_id: 21, created_at: AT }]],
    ['closed_orders', [{ ...order(34, '55555555', 7, 'processing'), closed_as: 'cancelled', closed_at: AT }]],
    ['orders', [order(31, '22222222', 7, 'completed'), order(32, '33333333', 7, 'processing'), order(33, '44444444', null, 'completed')]],
    [
      'audit',
      [
        { ...audited, id: 41, action: 'order.status', subject: 'order 22222222', user_id: 7, before: null, after: '{}' },
        { ...audited, id: 42, action: 'prices.update', subject: 'prices', user_id: null, before: '[]', after: '[]' },
      ],
    ],
    ['admins', [{ id: 51, email: 'admin@example.com', password_hash: PASSWORD_HASH, role: 'all', origin: 'command', created_at: AT }]],
    [
      'income',
      [
        {
          ...{
            id: 35,
            paid_on: '2026-05-01',
            booked_at: AT,
            kind: 'payment',
            source: 'manual',
            change: 900,
            currency: 'USD',
            dollars: 900,
          },
          ...{ tariff: 'family', order_code: '22222222', user_id: 7, payer: 'КОВАЛЬ О', search_text: '22222222 коваль о 9.00' },
        },
      ],
    ],
    ['statement_mappings', [{ table_key: 'date,sum', answers: '{"fields":["paidOn","amount"]}' }]],
    ['admin_sessions', [{ token_hash: hashOf('of-admin'), id: 'session-of-admin', admin_id: 51, created_at: AT, last_used_at: AT }]],
    ['card_events', [{ id: 'evt_1', received_at: AT }]],
    ['advert_images', [{ image_id: 'photo-of-an-advert-01' }]],
    ['adverts', [{ id: 61, position: 0, ...texts, image_id: 'photo-of-an-advert-01' }]],
    ['visits', [{ visit_date: '2026-05-01', visit_count: 12 }]],
    [
      'feedback',
      [
        {
          id: 71,
          user_id: 7,
          first_name: 'Олена',
          last_name: 'Коваль',
          email: EMAIL,
          text: 'Питання',
          language: 'ua',
          is_priority: 1,
          created_at: AT,
        },
      ],
    ],
    ['mails', [mail('<1@carnet>', { sent_at: AT }), mail('<2@carnet>', {}), mail('<3@carnet>', waiting)]],
  ];
}

export const RELEASE_0_2 = { name: '0.2', rows, tokens: TOKENS, email: EMAIL, password: PASSWORD };
