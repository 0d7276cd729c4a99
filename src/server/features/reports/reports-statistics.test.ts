import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { asRead } from '#tests/support/pdf.ts';
import { addRecords, readReport, reportOwner } from '#tests/support/reports.ts';

/** Three operations in the 12 months up to November 2026, one before. */
const RECORDS = [
  { operationName: 'Заміна оливи', partName: 'Олива', partCode: 'OF-1', price: '1 286,50', reading: '98 100', performedOn: '2026-06-14' },
  { operationName: 'Шиномонтаж', partName: '-', partCode: '-', price: '1 200', reading: '97 050', performedOn: '2026-03-02' },
  { operationName: 'заміна оливи', partName: 'Олива', partCode: 'of-1', price: '2 000', reading: '95 000', performedOn: '2025-12-01' },
  { operationName: 'Фарбування', partName: '-', partCode: '-', price: '3 000', reading: '90 000', performedOn: '2024-11-30' },
];

const TEXTS = {
  ua: {
    figures:
      'Статистика Враховано лише роботи цієї книжки, без пального та інших витрат. Разом 7 486,50 ₴ Записів 4 Пройдено 8 100 км За кілометр 0,92 ₴',
    years:
      'Рік Записів Пройдено Витрати 2026 до 22.11.2026 2 3 100 км 2 486,50 ₴ 2025 1 5 000 км 2 000,00 ₴ 2024 з 30.11.2024 1 – 3 000,00 ₴',
    month: 'червень 2026 р. 1 1 050 км 1 286,50 ₴ травень 2026 р. – – – ',
    works: 'Заміна оливи 2 3 286,50 ₴ Фарбування 1 3 000,00 ₴ Шиномонтаж 1 1 200,00 ₴ Разом 4 7 486,50 ₴',
    change: ['Зміна', '2025 1 5 000 км 2 000,00 ₴ -33%'],
    part: 'За деталями Деталь Записів Витрати Олива OF-1, востаннє 1 286,50 ₴, 14.06.2026 2 3 286,50 ₴',
  },
  ru: {
    figures:
      'Статистика Учтены только работы этой книжки, без топлива и прочих расходов. Итого 7 486,50 ₴ Записей 4 Пройдено 8 100 км За километр 0,92 ₴',
    years:
      'Год Записей Пройдено Расходы 2026 до 22.11.2026 2 3 100 км 2 486,50 ₴ 2025 1 5 000 км 2 000,00 ₴ 2024 с 30.11.2024 1 – 3 000,00 ₴',
    month: 'июнь 2026 г. 1 1 050 км 1 286,50 ₴ май 2026 г. – – – ',
    works: 'Заміна оливи 2 3 286,50 ₴ Фарбування 1 3 000,00 ₴ Шиномонтаж 1 1 200,00 ₴ Итого 4 7 486,50 ₴',
    change: ['Изменение', '2025 1 5 000 км 2 000,00 ₴ -33 %'],
    part: 'По деталям Деталь Записей Расходы Олива OF-1, в последний раз 1 286,50 ₴, 14.06.2026 2 3 286,50 ₴',
  },
  en: {
    figures:
      'Statistics Only work recorded here is counted, without fuel and other expenses. Total ₴7,486.50 Records 4 Distance 8,100 km Per kilometre ₴0.92',
    years:
      'Year Records Distance Cost 2026 until 22 Nov 2026 2 3,100 km ₴2,486.50 2025 1 5,000 km ₴2,000.00 2024 since 30 Nov 2024 1 – ₴3,000.00',
    month: 'June 2026 1 1,050 km ₴1,286.50 May 2026 – – – ',
    works: 'Заміна оливи 2 ₴3,286.50 Фарбування 1 ₴3,000.00 Шиномонтаж 1 ₴1,200.00 Total 4 ₴7,486.50',
    change: ['Change', '2025 1 5,000 km ₴2,000.00 -33%'],
    part: 'By part Part Records Cost Олива OF-1, last ₴1,286.50, 14 Jun 2026 2 ₴3,286.50',
  },
} as const;

describe.each(DATABASES)('statistics in reports on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.advance(Date.parse('2026-11-22T12:00:00Z') - app.clock.now());
  });
  afterAll(() => app.close());

  test.each(LANGUAGES)('family: main figures, years, months and works in %s, neither parts nor changes', async (language) => {
    const { user, vehicle, path } = await reportOwner(app);
    await addRecords(app, user, vehicle.id, RECORDS);
    const { pages, misplaced } = await readReport(app, user, path, language);
    expect(misplaced).toEqual([]);
    const { figures, years, month, works, change, part } = TEXTS[language];
    for (const expected of [figures, years, month, works]) expect(pages[1]).toContain(expected);
    for (const hidden of [change[0], part.split(' Олива')[0]]) expect(pages[1]).not.toContain(hidden);
  });

  test.each(LANGUAGES)('business: also parts and the change between complete years in %s', async (language) => {
    const { user, vehicle, path } = await reportOwner(app, 'business');
    // The year of the first record is complete.
    const records = RECORDS.map((record) => (record.performedOn === '2024-11-30' ? { ...record, performedOn: '2024-01-01' } : record));
    await addRecords(app, user, vehicle.id, records);
    const { pages, misplaced } = await readReport(app, user, path, language);
    expect(misplaced).toEqual([]);
    const { figures, month, works, change, part } = TEXTS[language];
    for (const expected of [figures, month, works, ...change, part]) expect(pages[1]).toContain(expected);
  });

  test('without prices: records and distances only', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'business');
    await addRecords(app, user, vehicle.id, RECORDS);
    const { pages, text } = await readReport(app, user, `${path}?prices=without`);
    expect(pages[1]).toContain(
      'Статистика Враховано лише роботи цієї книжки, без пального та інших витрат. Записів 4 Пройдено 8 100 км За роками',
    );
    expect(pages[1]).toContain(
      'Рік Записів Пройдено 2026 до 22.11.2026 2 3 100 км 2025 1 5 000 км 2024 з 30.11.2024 1 – Останні 12 місяців',
    );
    expect(pages[1]).toContain('червень 2026 р. 1 1 050 км');
    expect(text).not.toMatch(/₴|Витрати|За кілометр|За роботами|За деталями|Зміна|1 286|1 200|2 486|3 000|7 486|-33/);
  });

  test('missing readings, and no work in the last 12 months', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'family', 'car', { mileage: '0' });
    await addRecords(app, user, vehicle.id, [{ performedOn: '2020-01-31', reading: '0', price: '5' }]);
    const { pages } = await readReport(app, user, path);
    expect(pages[1]).toContain('Пройдено – Показів ще немає.');
    expect(pages[1]).toContain('За кілометр – Показів ще немає.');
    expect(pages[1]).toContain('2020 з 31.01.2020 1 – 5,00 ₴');
    expect(pages[1]).not.toContain('Останні 12 місяців');
  });

  test('years and months with readings alone have their distance, so that it adds up', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'family', 'car', { mileage: '0' });
    await addRecords(app, user, vehicle.id, [{ performedOn: '2024-06-14', reading: '90 000', price: '500' }]);
    const readings = [
      ['2025-05-05', '95 000'],
      ['2026-08-10', '99 000'],
    ] as const;
    for (const [performedOn, reading] of readings)
      await app.request('POST', `/api/vehicles/${vehicle.id}/readings`, { token: user.token, body: { performedOn, reading } });
    const { pages } = await readReport(app, user, path);
    expect(pages[1]).toContain('Пройдено 9 000 км');
    expect(pages[1]).toContain('2026 до 22.11.2026 – 4 000 км – 2025 – 5 000 км – 2024 з 14.06.2024 1 – 500,00 ₴');
    expect(pages[1]).toContain('вересень 2026 р. – – – серпень 2026 р. – 4 000 км – ');
  });

  test('a bicycle has no distance', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'family', 'bicycle');
    await addRecords(app, user, vehicle.id, [{ performedOn: '2022-06-14', reading: '2022', price: '500' }]);
    const { pages } = await readReport(app, user, path);
    expect(pages[1]).toContain('Рік Записів Витрати 2022 з 14.06.2022 1 500,00 ₴');
    expect(pages[1]).not.toMatch(/Пройдено|За кілометр/);
  });

  test('an archived vehicle has them too', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'business');
    await addRecords(app, user, vehicle.id, RECORDS);
    const { status } = await app.request('POST', `/api/vehicles/${vehicle.id}/archive`, { token: user.token });
    expect(status).toBe(200);
    const { pages } = await readReport(app, user, path);
    for (const expected of [TEXTS.ua.figures, TEXTS.ua.works, TEXTS.ua.part]) expect(pages[1]).toContain(expected);
  });

  test('more than ten works are summed up, and a table is not divided if it fits on a page', async () => {
    const { user, vehicle, path } = await reportOwner(app);
    const works = Array.from({ length: 25 }, (_, n) => ({
      operationName: `Робота №${n}`,
      price: String(100 + n),
      reading: String(1_000 + n),
      performedOn: `${2000 + n}-06-14`,
    }));
    await addRecords(app, user, vehicle.id, works);
    const { pages, misplaced } = await readReport(app, user, path);
    expect(misplaced).toEqual([]);
    expect(pages[1]).toContain('2024 1 1 км 124,00 ₴');
    expect(pages[1]).toContain('2000 з 14.06.2000 1 – 100,00 ₴');
    expect(pages[1]).not.toContain('Робота №');
    expect(pages[2]).toContain('За роботами Робота Записів Витрати Робота №24 1 124,00 ₴');
    expect(pages[2]).toContain('Робота №15 1 115,00 ₴ Інші роботи 15 1 605,00 ₴ Разом 25 2 800,00 ₴');
  });

  test('long words and the longest sums stay in their columns', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'business', 'car', { brand: 'Ш'.repeat(60), model: 'Щ'.repeat(60) });
    const long = { operationName: 'Ж'.repeat(200), partName: 'W'.repeat(200), partCode: 'Ю'.repeat(100), price: '999999999,99' };
    await addRecords(app, user, vehicle.id, [
      { ...long, reading: '1', performedOn: '1950-06-14' },
      { ...long, reading: '9999999', performedOn: '2026-06-14' },
    ]);
    const { pages, misplaced } = await readReport(app, user, path);
    expect(misplaced).toEqual([]);
    const letters = `${pages[1]}${pages[2]}`.replaceAll(' ', '');
    for (const expected of ['Ж'.repeat(200), 'W'.repeat(200), 'Ю'.repeat(100), '1999999999,98₴', '9999998км'])
      expect(letters).toContain(expected);
  });

  test('1,000 records: the sums are those of the history', async () => {
    const { user, vehicle, path } = await reportOwner(app);
    await fillRecords(app.store, vehicle.id, 1_000, 12_345);
    const { pages } = await readReport(app, user, path);
    expect(pages[1]).toContain(asRead('Разом 123 450,00 ₴ Записів 1 000'));
    expect(pages[1]).toContain('2010 67');
    expect(pages[1]).toContain('8 271,15 ₴');
  });
});
