import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { REPORT_VEHICLES_MAX } from '#contract/limits.ts';
import { TARIFFS } from '#contract/tariffs.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aVehicle, type TestUser } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { asRead } from '#tests/support/pdf.ts';
import { addRecords, getReport, readReport, reportOn, reportOwner } from '#tests/support/reports.ts';

/** The arguments of a function without the application. */
type Tail<F> = F extends (app: TestApp, ...rest: infer Rest) => unknown ? Rest : never;

const RECORDS = [
  {
    operationName: 'Заміна оливи',
    partName: 'Олива 5W-30',
    partCode: 'OF-5541',
    price: '1 286,50',
    reading: '98 100',
    performedOn: '2026-06-14',
  },
  { operationName: 'Шиномонтаж', partName: '-', partCode: '-', price: '1 200', reading: '97 050', performedOn: '2026-03-02' },
  {
    operationName: 'Ґрунтовка їздових арок',
    partName: 'Єврофарба',
    partCode: '-',
    price: '3 000',
    reading: '90 000',
    performedOn: '2024-11-30',
  },
];

describe.each(DATABASES)('reports on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  const get = (...request: Tail<typeof getReport>) => getReport(app, ...request);
  const pdfOf = (...request: Tail<typeof readReport>) => readReport(app, ...request);
  const anOwner = (...owner: Tail<typeof reportOwner>) => reportOwner(app, ...owner);
  const fill = (user: TestUser, vehicleId: number, records: readonly Record<string, unknown>[] = RECORDS) =>
    addRecords(app, user, vehicleId, records);

  describe('access', () => {
    test.each(TARIFFS)('of %s', async (tariff) => {
      const { user, vehicle, path } = await anOwner(tariff);
      const one = await get(user, path);
      const several = await get(user, reportOn([vehicle]));
      const rejected = { status: 403, code: 'reportsApi.tariff' };
      expect([one, several]).toMatchObject(
        {
          basic: [rejected, rejected],
          family: [{ status: 200 }, rejected],
          business: [{ status: 200 }, { status: 200 }],
        }[tariff],
      );
    });

    test.each(TARIFFS)('another user’s vehicle does not exist for %s', async (tariff) => {
      const { user, vehicle } = await anOwner(tariff);
      const foreign = await anOwner();
      const missing = { status: 404, code: 'carsApi.404' };
      expect(await get(user, foreign.path)).toMatchObject(missing);
      expect(await get(user, reportOn([vehicle, foreign.vehicle]))).toMatchObject(missing);
      expect(await get(user, '/api/vehicles/999999999/report')).toMatchObject(missing);
    });

    test('a hidden vehicle stays hidden when a tariff has ended, and its owner needs a tariff for the other one', async () => {
      const { user, vehicle, path } = await anOwner();
      const second = await aVehicle(app, user, 'boat');
      await app.store.db.updateTable('users').set({ tariff_end_date: '2026-01-01T00:00:00.000Z' }).where('id', '=', user.id).execute();
      expect(await get(user, `/api/vehicles/${second.id}/report`)).toMatchObject({ status: 403, code: 'carsApi.hidden' });
      expect(await get(user, reportOn([vehicle, second]))).toMatchObject({ status: 403, code: 'carsApi.hidden' });
      expect(await get(user, path)).toMatchObject({ status: 403, code: 'reportsApi.tariff' });
    });

    test.each(['', '?ids=', '?ids=0', '?ids=1,', '?ids=a', `?ids=${Array.from({ length: REPORT_VEHICLES_MAX + 1 }, (_, n) => n + 1)}`])(
      'rejects the ids %j',
      async (query) => {
        const { user } = await anOwner('business');
        expect(await get(user, `/api/reports/vehicles${query}`)).toMatchObject({ status: 400, code: 'api.validation' });
      },
    );

    test('rejects an unknown choice of prices', async () => {
      const { user, path } = await anOwner();
      expect(await get(user, `${path}?prices=maybe`)).toMatchObject({ status: 400, code: 'api.validation' });
    });
  });

  const TEXTS = {
    ua: {
      ...{ title: 'Škoda Octavia: сервісна книжка', language: 'uk', type: 'Автомобіль', body: 'універсал', reading: '98 100 км' },
      ...{ count: '3 записи', year: '2 записи', day: '14.06.2026', price: '1 286,50 ₴', sum: '2 486,50 ₴', total: '5 486,50 ₴' },
    },
    ru: {
      ...{ title: 'Škoda Octavia: сервисная книжка', language: 'ru', type: 'Автомобиль', body: 'универсал', reading: '98 100 км' },
      ...{ count: '3 записи', year: '2 записи', day: '14.06.2026', price: '1 286,50 ₴', sum: '2 486,50 ₴', total: '5 486,50 ₴' },
    },
    en: {
      ...{ title: 'Škoda Octavia: service book', language: 'en', type: 'Car', body: 'estate', reading: '98,100 km' },
      ...{ count: '3 records', year: '2 records', day: '14 Jun 2026', price: '₴1,286.50', sum: '₴2,486.50', total: '₴5,486.50' },
    },
  } as const;

  test.each(LANGUAGES)('shows the vehicle and its history in %s', async (language) => {
    const { user, vehicle, path } = await anOwner();
    await fill(user, vehicle.id);
    const { pages, text: _, misplaced, ...about } = await pdfOf(user, path, language);
    expect(misplaced).toEqual([]);
    const { title, language: htmlLanguage, type, body, reading, count, year, day, price, sum, total } = TEXTS[language];
    expect(about).toEqual({ title, language: htmlLanguage, isTagged: true });
    expect(pages).toHaveLength(3);
    for (const expected of ['Škoda Octavia', type, vehicle.vin, body, reading, count, total]) expect(pages[0]).toContain(expected);
    for (const { operationName, partName, partCode } of RECORDS)
      for (const name of [operationName, partName, partCode]) if (name !== '-') expect(pages[2]).toContain(name);
    for (const expected of [`2026 ${year} ${sum}`, day, price, reading, '2024', total, '3 / 3']) expect(pages[2]).toContain(expected);
    expect(pages[0]).toContain('1 / 3');
  });

  test('shows no amount without prices', async () => {
    const { user, vehicle, path } = await anOwner();
    await fill(user, vehicle.id);
    const { text } = await pdfOf(user, `${path}?prices=without`);
    expect(text).toContain('Шиномонтаж');
    expect(text).not.toMatch(/₴|Ціна|1 286|1 200|2 486|3 000|5 486/);
    expect((await pdfOf(user, `${path}?prices=with`)).text).toMatch(/₴/);
  });

  test('names the file after the vehicle, without characters that file systems reject', async () => {
    const { user, path } = await anOwner('family', 'car', { model: 'Octavia/Tour: «X»*' });
    const { disposition } = await get(user, path);
    const name = decodeURIComponent(disposition.replace("attachment; filename*=UTF-8''", ''));
    expect(name).toBe(`Škoda Octavia-Tour- «X»- ${new Date(app.clock.now()).toISOString().slice(0, 10)}.pdf`);
    expect(disposition).toMatch(/^[\x20-\x7e]+$/);
  });

  test.each(['bicycle', 'motorcycle', 'yacht', 'other'] as const)('a %s without records has a cover only', async (type) => {
    const { user, vehicle, path } = await anOwner('family', type);
    const { pages, text } = await pdfOf(user, path);
    expect(pages).toHaveLength(1);
    expect(text).toContain(vehicle.hinNumber ?? vehicle.serialNumber ?? vehicle.vin);
    expect(text).toContain('Записів ще немає');
    expect(text).toContain('1 / 1');
  });

  test('keeps long words, the longest fields and letters that the font lacks on the page', async () => {
    const { user, vehicle, path } = await anOwner('family', 'car', {
      vin: 'TMBJJ7NE3E0123456',
      brand: 'Ш'.repeat(60),
      model: 'Щ'.repeat(60),
      color: 'ж'.repeat(40),
    });
    const long = {
      operationName: 'Ж'.repeat(200),
      partName: 'W'.repeat(200),
      partCode: 'Ю'.repeat(100),
      price: '999999999,99',
      reading: '9999999',
    };
    await fill(user, vehicle.id, [long, { ...long, operationName: '漢字 😀 оливи' }]);
    const { text, misplaced } = await pdfOf(user, path);
    expect(misplaced).toEqual([]);
    const letters = text.replaceAll(' ', '');
    expect(letters).toContain('Ж'.repeat(200));
    expect(letters.match(/W/g)).toHaveLength(400);
    expect(letters.match(/Ю/g)).toHaveLength(200);
    expect(letters).toContain('999999999,99₴');
    expect(letters).toContain('1999999999,98₴');
    expect(text).toContain('?? ? оливи');
  });

  test('prints any text in any field: a mark that the font cannot place is left out, the letters stay', async () => {
    const struck = [...'AЖЗ'].map((letter) => `${letter}\u0335`).join('');
    const { user, vehicle, path } = await anOwner('business', 'bicycle', {
      brand: `${struck}udi`,
      model: 'Ж\u0331іночий',
      color: 'Г\u0327рафіт',
      serialNumber: `${struck}7`,
    });
    const texts = {
      operationName: 'за\u0301мок',
      partName: `${struck}амок`,
      partCode: `${struck}5`,
      reading: '2024',
      performedOn: '2024-06-14',
    };
    await fill(user, vehicle.id, [texts, { ...texts, operationName: `${struck}А\u0301` }]);
    const { pages, title, misplaced } = await pdfOf(user, path);
    expect(misplaced).toEqual([]);
    expect(title).toContain('udi Ж\u0331іночий');
    for (const expected of ['AЖЗudi Жіночий', 'AЖЗ7', 'Графіт']) expect(pages[0]).toContain(expected);
    for (const page of [pages[1], pages[2]])
      for (const expected of ['за\u0301мок', 'AЖЗамок', 'AЖЗ5', 'AЖЗА']) expect(page).toContain(expected);
    expect((await get(user, reportOn([vehicle]))).status).toBe(200);
  });

  test('1,000 records: each once, years with their sums, all pages numbered', async () => {
    const { user, vehicle, path } = await anOwner();
    await fillRecords(app.store, vehicle.id, 1_000, 12_345);
    const { pages, text, misplaced } = await pdfOf(user, path);
    expect(misplaced).toEqual([]);
    const codes = [...text.matchAll(/\bP(\d+)\b/g)].map(([, code]) => Number(code));
    expect(codes.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
    expect(pages.map((page, index) => page.includes(`${index + 1} / ${pages.length}`))).toEqual(pages.map(() => true));
    expect(text).toContain('2010 67 записів 8 271,15 ₴');
    expect(pages.at(-1)).toContain('Разом 1 000 записів 123 450,00 ₴');
  });

  test('two users make reports at once', async () => {
    const owners = await Promise.all([anOwner(), anOwner('business', 'boat')]);
    const texts = await Promise.all(owners.map(({ user, path }) => pdfOf(user, path)));
    expect(texts.map(({ text }) => text)).toEqual([
      expect.stringContaining(owners[0]?.vehicle.vin ?? ''),
      expect.stringContaining(owners[1]?.vehicle.hinNumber ?? ''),
    ]);
  });

  describe('on several vehicles', () => {
    test('lists them with their pages and totals, in the requested order, each once', async () => {
      const { user, vehicle } = await anOwner('business');
      const boat = await aVehicle(app, user, 'boat', { brand: 'Yamaha', model: 'FSH' });
      await fill(user, vehicle.id);
      const { pages, title, misplaced } = await pdfOf(user, reportOn([boat, vehicle, boat]));
      expect(misplaced).toEqual([]);
      expect(title).toBe('Транспорт: 2');
      expect(pages).toHaveLength(5);
      expect(pages[0]).toContain(asRead(`Yamaha FSH, 2014 HIN ${boat.hinNumber} 0 0,00 ₴ 2`));
      expect(pages[0]).toContain(asRead(`Škoda Octavia, 2014 VIN ${vehicle.vin} 3 5 486,50 ₴ 3`));
      expect(pages[0]).toContain('Разом 3 5 486,50 ₴');
      expect(pages[1]).toContain('Yamaha FSH');
      expect(pages[3]).toContain('Статистика');
      expect(pages[4]).toContain('Шиномонтаж');
      expect((await pdfOf(user, `${reportOn([boat, vehicle])}&prices=without`)).text).not.toContain('₴');
    });
  });
});
