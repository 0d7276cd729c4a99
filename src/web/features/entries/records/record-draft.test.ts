import { describe, expect, test } from 'vitest';
import { recordInput } from '#contract/records.ts';
import { localDay } from '../../../local-day.ts';
import { bodyOf, checkDraft, draftOf, newDraft } from './record-draft.ts';

const record = {
  id: 1,
  operationName: 'Заміна оливи',
  partName: 'Олива 5W-30',
  partCode: '-',
  price: 1527.85,
  currency: 'UAH' as const,
  reading: 98_047,
  performedOn: '2026-06-14',
};

describe('the draft of a record', () => {
  test('starts with today and the current reading, or with the year for a bicycle', () => {
    expect(newDraft(98_047, 'km', 'en')).toMatchObject({ performedOn: localDay(), reading: '98047', price: '' });
    expect(newDraft(null, 'year', 'ua').reading).toBe(localDay().slice(0, 4));
    expect(newDraft(null, 'km', 'ua').reading).toBe('');
  });

  test('an unknown reading is shown as a dash, sent as 0, and never filled in', () => {
    const draft = draftOf({ ...record, reading: 0 }, 'km', 'ua');
    expect(draft.reading).toBe('–');
    expect(bodyOf(draft).reading).toBe('0');
    expect(checkDraft(draft, 'km', 'UAH')).toEqual({});
    expect(checkDraft(draft, 'year', 'UAH')).toEqual({ reading: 'validation.year.format' });
    expect(newDraft(0, 'km', 'ua').reading).toBe('');
  });

  test('today is the local calendar day', () => {
    expect(localDay(new Date(2026, 0, 5, 0, 10))).toBe('2026-01-05');
    expect(localDay(new Date(2026, 11, 31, 23, 59))).toBe('2026-12-31');
  });

  test.each(['ua', 'ru', 'en'] as const)('sends a record filled into the form in %s unchanged', (language) => {
    const { id: _, currency: __, ...content } = record;
    expect(recordInput.parse(bodyOf(draftOf(record, 'km', language)))).toEqual({
      ...content,
      price: { amount: content.price, currencies: [] },
    });
  });

  test('sends an empty part or code as a dash', () => {
    expect(bodyOf({ ...newDraft(1, 'km', 'ua'), partName: ' ', partCode: '' })).toMatchObject({ partName: '-', partCode: '-' });
  });

  test('reports invalid fields and validates the reading by its unit', () => {
    const draft = { ...newDraft(10, 'km', 'ua'), operationName: 'Мийка', price: '15,65' };
    expect(checkDraft(draft, 'km', 'UAH')).toEqual({});
    expect(checkDraft({ ...draft, operationName: ' ', price: '1,234' }, 'km', 'UAH')).toEqual({
      operationName: 'validation.required',
      price: 'validation.number.ambiguous',
    });
    expect(checkDraft({ ...draft, reading: '612,5' }, 'h', 'UAH')).toEqual({});
    expect(checkDraft({ ...draft, reading: '612,5' }, 'km', 'UAH')).toEqual({ reading: 'validation.number.whole' });
    expect(checkDraft({ ...draft, reading: '12' }, 'year', 'UAH')).toEqual({ reading: 'validation.year.format' });
    expect(checkDraft({ ...draft, reading: '' }, 'mi', 'UAH')).toEqual({ reading: 'validation.required' });
  });
});

test("a price accepts the sign of the owner's currency only", () => {
  const draft = { ...newDraft(1, 'km', 'ua'), operationName: 'Олива' };
  for (const price of ['12', '12 ₴', '₴12', '12 грн.', '12 UAH'])
    expect({ price, errors: checkDraft({ ...draft, price }, 'km', 'UAH') }).toEqual({ price, errors: {} });
  for (const price of ['$12', '12 €', '12 zł', '£ 12', '12 ₽', '12 usd'])
    expect({ price, errors: checkDraft({ ...draft, price }, 'km', 'UAH') }).toEqual({
      price,
      errors: { price: 'validation.number.currency' },
    });
  expect(checkDraft({ ...draft, price: '$12' }, 'km', 'USD')).toEqual({});
  expect(checkDraft({ ...draft, price: '$x' }, 'km', 'UAH')).toEqual({ price: 'validation.number.invalid' });
});
