import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { changesOf } from './audit-changes.ts';

const anAuditEntry = (action: string, before: unknown, after: unknown): AuditEntry => ({
  id: 1,
  at: '2026-11-21T10:00:00.000Z',
  actor: 'admin@example.com',
  action,
  subject: '',
  user_id: null,
  email: null,
  reason: null,
  before,
  after,
});

describe('changes of an audit entry', () => {
  it('lists changed fields', () => {
    const order = { order_code: 'A', status: 'processing', amount_due: 12, tariff_end_date: null };
    expect(changesOf(anAuditEntry('order.status', order, { ...order, status: 'confirmed' }))).toEqual([
      { field: 'status', item: undefined, before: 'processing', after: 'confirmed' },
    ]);
    expect(changesOf(anAuditEntry('order.delete', order, null)).map(({ field, before, after }) => [field, before, after])).toEqual([
      ['status', 'processing', null],
      ['amount_due', 12, null],
    ]);
  });

  it('lists changes by tariff', () => {
    const before = [
      { tariff: 'basic', price: 0 },
      { tariff: 'family', price: 3 },
    ];
    expect(changesOf(anAuditEntry('prices.update', before, [before[0], { tariff: 'family', price: 4.5 }]))).toEqual([
      { field: 'price', item: 'family', before: 3, after: 4.5 },
    ]);
  });

  it('lists changes by advert', () => {
    const one = { id: 1, title_ua: 'Шини', image: null };
    const two = { id: 2, title_ua: 'Олива', image: null };
    expect(
      changesOf(
        anAuditEntry(
          'adverts.update',
          [one, two],
          [
            { ...two, image: '/api/images/x' },
            { id: 3, title_ua: 'Мийка' },
          ],
        ),
      ),
    ).toEqual([
      { field: 'image', item: 'Олива', before: null, after: '/api/images/x' },
      { field: 'item', before: null, after: 'Мийка' },
      { field: 'item', before: 'Шини', after: null },
    ]);
  });

  it('lists a new order of adverts, besides added and removed ones', () => {
    const [one, two, three] = ['Шини', 'Олива', 'Мийка'].map((title_ua, id) => ({ id, title_ua }));
    expect(changesOf(anAuditEntry('adverts.update', [one, two], [two, one]))).toEqual([
      { field: 'position', before: 'Шини, Олива', after: 'Олива, Шини' },
    ]);
    expect(changesOf(anAuditEntry('adverts.update', [one, two], [three, two, one])).map(({ field }) => field)).toEqual([
      'item',
      'position',
    ]);
    expect(changesOf(anAuditEntry('adverts.update', [one, two], [three, one, two])).map(({ field }) => field)).toEqual(['item']);
  });

  it('lists the payment for a card entry', () => {
    const changes = changesOf(anAuditEntry('card.mismatch', { amount_due: 300 }, { cents: 500, currency: 'usd', months: 1 }));
    expect(changes.map(({ field, after }) => [field, after])).toEqual([
      ['cents', 500],
      ['months', 1],
    ]);
  });

  it('is empty when there is no usable state', () => {
    expect(changesOf(anAuditEntry('order.status', null, null))).toEqual([]);
    expect(changesOf(anAuditEntry('order.status', 'x', 3))).toEqual([]);
  });
});
