import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COST_CATEGORIES, type CostCategory } from '#contract/costs.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { REPORT_RECORDS_MAX } from '#contract/limits.ts';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { aVehicle, costBody, fillBody, readingBody, recordBody } from '#tests/support/builders.ts';
import { fillRecords } from '#tests/support/fill.ts';
import { asRead } from '#tests/support/pdf.ts';
import { getReport, readReport, reportOn, reportOwner } from '#tests/support/reports.ts';

/** How each kind is shown, with what the sums contain. */
const TEXTS = {
  ua: {
    work: '10.03.2026 98 100 км Заміна оливи Олива 5W-30 OF-5541 1 000,00 ₴',
    fill: '12.03.2026 98 600 км Пальне 8 л/100 км за 500 км A-95, 40 л ОККО, Бровари 2 400,00 ₴',
    unknown: '11.03.2026 98 100 км Пальне Бензин, 30,5 л –',
    cost: '13.03.2026 – AdBlue Bosch AdBlue, олива, рідини, 10 л Епіцентр 700,00 ₴',
    reading: '14.03.2026 99 000 км Пробіг',
    heads: 'Дата Пробіг Що Подробиці Сума',
    total:
      'Разом 5 записів 4 100,00 ₴ У сумі враховано: роботи, пальне, інші витрати. Штрафів, платежів за кредитом і повернень у звіті немає.',
    cover: 'Разом: роботи, пальне, інші витрати 4 100,00 ₴',
    workOnly: 'Разом 2 записи 1 000,00 ₴ У сумі враховано: роботи.',
  },
  ru: {
    work: '10.03.2026 98 100 км Заміна оливи Олива 5W-30 OF-5541 1 000,00 ₴',
    fill: '12.03.2026 98 600 км Топливо 8 л/100 км за 500 км A-95, 40 л ОККО, Бровари 2 400,00 ₴',
    unknown: '11.03.2026 98 100 км Топливо Бензин, 30,5 л –',
    cost: '13.03.2026 – AdBlue Bosch AdBlue, масло, жидкости, 10 л Епіцентр 700,00 ₴',
    reading: '14.03.2026 99 000 км Пробег',
    heads: 'Дата Пробег Что Подробности Сумма',
    total:
      'Итого 5 записей 4 100,00 ₴ В сумме учтено: работы, топливо, другие расходы. Штрафов, платежей по кредиту и возвратов в отчёте нет.',
    cover: 'Итого: работы, топливо, другие расходы 4 100,00 ₴',
    workOnly: 'Итого 2 записи 1 000,00 ₴ В сумме учтено: работы.',
  },
  en: {
    work: '10 Mar 2026 98,100 km Заміна оливи Олива 5W-30 OF-5541 ₴1,000.00',
    fill: '12 Mar 2026 98,600 km Fuel 8 l/100 km over 500 km A-95, 40 l ОККО, Бровари ₴2,400.00',
    unknown: '11 Mar 2026 98,100 km Fuel Petrol, 30.5 l –',
    cost: '13 Mar 2026 – AdBlue Bosch AdBlue, oil, fluids, 10 l Епіцентр ₴700.00',
    reading: '14 Mar 2026 99,000 km Reading',
    heads: 'Date Mileage What Details Amount',
    total:
      'Total 5 records ₴4,100.00 Included in the sums: work, fuel, other expenses. Fines, loan payments and refunds are not in this report.',
    cover: 'Total: work, fuel, other expenses ₴4,100.00',
    workOnly: 'Total 2 records ₴1,000.00 Included in the sums: work.',
  },
} as const;

describe.each(DATABASES)('reports by kind of entry on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
  });
  afterAll(() => app.close());

  async function add(token: string, vehicleId: number, path: string, body: Record<string, unknown>): Promise<void> {
    const { status } = await app.request('POST', `/api/vehicles/${vehicleId}/${path}`, { token, body });
    expect(status).toBe(201);
  }

  /** One entry of each kind, and a fill of which the total is not known. */
  async function anOwner() {
    const owner = await reportOwner(app);
    const { token } = owner.user;
    const { id } = owner.vehicle;
    await add(token, id, 'records', recordBody({ price: '1 000', performedOn: '2026-03-10' }));
    await add(token, id, 'fills', fillBody({ volume: '30,5', total: null, note: 'Таємна нотатка', performedOn: '2026-03-11' }));
    const more = { grade: 'A-95', place: 'ОККО, Бровари', note: 'Таємна нотатка', performedOn: '2026-03-12' };
    await add(token, id, 'fills', fillBody({ volume: '40', total: '2 400', reading: '98 600', ...more }));
    const adBlue = { category: 'fluids', title: 'AdBlue Bosch', quantity: '10', quantityUnit: 'l', place: 'Епіцентр' };
    await add(token, id, 'costs', costBody({ ...adBlue, total: '700', reading: null, note: 'Таємна нотатка', performedOn: '2026-03-13' }));
    await add(token, id, 'readings', readingBody({ reading: '99 000', note: 'Таємна нотатка', performedOn: '2026-03-14' }));
    return owner;
  }
  const kindsIn = (text: string, { work, fill, unknown, cost, reading }: Record<string, string>) => ({
    ...{ work: text.includes(work ?? ''), fill: text.includes(fill ?? '') && text.includes(unknown ?? '') },
    ...{ cost: text.includes(cost ?? ''), reading: text.includes(reading ?? '') },
  });

  test.each(LANGUAGES)('lists the chosen kinds and says what the sums contain, in %s', async (language) => {
    const { user, path } = await anOwner();
    const texts = TEXTS[language];
    const { pages, misplaced } = await readReport(app, user, `${path}?kinds=reading,cost,fill,work`, language);
    expect(misplaced).toEqual([]);
    expect(pages[0]).toContain(texts.cover);
    const history = pages.at(-1) ?? '';
    expect(kindsIn(history, texts)).toEqual({ work: true, fill: true, cost: true, reading: true });
    expect(history).toContain(texts.heads);
    expect(history).toContain(texts.total);
    expect(history).not.toContain('Таємна нотатка');
    const plain = await readReport(app, user, path, language);
    expect(kindsIn(plain.text, texts)).toEqual({ work: true, fill: false, cost: false, reading: true });
    expect(plain.text).toContain(texts.workOnly);
  });

  test('names what replaced odometers showed', async () => {
    const { user, path, vehicle } = await reportOwner(app);
    const reset = { reading: '15 000', isReset: true, oldReading: '200 300', performedOn: '2026-03-14' };
    await add(user.token, vehicle.id, 'readings', readingBody(reset));
    const plain = (text: string) => text.replace(/[\s\u00a0]+/g, ' ');
    expect(plain((await readReport(app, user, path)).text)).toContain('Замінено одометр: 200 300 → 15 000 км');
  });

  test('without kinds, work and readings', async () => {
    const { user, path } = await anOwner();
    const { pages, text } = await readReport(app, user, path);
    expect(pages).toHaveLength(3);
    expect(text).toBe((await readReport(app, user, `${path}?kinds=reading,work,work`)).text);
  });

  test('work alone keeps its columns, and other kinds have no statistics, which are of work', async () => {
    const { user, path } = await anOwner();
    const work = await readReport(app, user, `${path}?kinds=work`);
    expect(work.pages.at(-1)).toContain('Дата Пробіг Робота Деталь і код Ціна');
    expect(work.pages[1]).toContain('Статистика Враховано лише роботи цієї книжки');
    const others = await readReport(app, user, `${path}?kinds=fill,cost,reading`);
    expect(others.text).not.toContain('Статистика');
    expect(others.pages).toHaveLength(2);
    expect(others.text).toContain('У сумі враховано: пальне, інші витрати.');
  });

  test('readings alone have no sums, and no amount is in a report without prices', async () => {
    const { user, path } = await anOwner();
    expect((await readReport(app, user, `${path}?kinds=reading`)).text).not.toMatch(/₴|Сума|У сумі/);
    const { text } = await readReport(app, user, `${path}?kinds=work,fill,cost,reading&prices=without`);
    expect(text).not.toMatch(/₴|Сума|У сумі|2 400|700/);
    expect(text).toContain('8 л/100 км за 500 км A-95, 40 л ОККО');
  });

  test('fines, loan payments and refunds are never listed and in no sum', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'business');
    const never: CostCategory[] = ['fine', 'loan', 'refund'];
    for (const category of COST_CATEGORIES)
      await add(user.token, vehicle.id, 'costs', costBody({ category, title: `Витрата ${category}`, total: '10' }));
    for (const url of [`${path}?kinds=work,fill,cost,reading`, `${reportOn([vehicle])}&kinds=cost`]) {
      const { text } = await readReport(app, user, url);
      expect(COST_CATEGORIES.filter((category) => !text.includes(`Витрата ${category}`))).toEqual(never);
      expect(text).toContain('Разом 10 записів 100,00 ₴');
    }
  });

  test('the report on several vehicles lists the chosen kinds and names its sums', async () => {
    const { user, vehicle } = await reportOwner(app, 'business');
    const boat = await aVehicle(app, user, 'boat');
    await add(user.token, vehicle.id, 'fills', fillBody({ total: '500' }));
    await add(user.token, boat.id, 'costs', costBody({ category: 'parking', title: 'Стоянка', total: '70', reading: null }));
    const { pages } = await readReport(app, user, `${reportOn([vehicle, boat])}&kinds=fill,cost`);
    expect(pages[0]).toContain(asRead(`Škoda Octavia, 2014 VIN ${vehicle.vin} 1 500,00 ₴ 2`));
    expect(pages[0]).toContain('Разом: пальне, інші витрати');
    expect(pages[0]).toContain('Разом 2 570,00 ₴');
    expect(pages.join(' ')).toContain('Стоянка');
  });

  test('the limit of the report on several vehicles counts the entries of the chosen kinds', async () => {
    const { user, vehicle } = await reportOwner(app, 'business');
    const boat = await aVehicle(app, user, 'boat');
    await fillRecords(app.store, vehicle.id, REPORT_RECORDS_MAX - 1);
    await add(user.token, boat.id, 'readings', readingBody({ reading: '100' }));
    await add(user.token, boat.id, 'costs', costBody({ reading: null }));
    const ask = (kinds: string) => getReport(app, user, `${reportOn([vehicle, boat])}&kinds=${kinds}`);
    expect(await ask('work,reading,cost')).toMatchObject({ status: 422, code: 'reportsApi.tooLarge' });
    expect(await ask('cost,reading')).toMatchObject({ status: 200 });
  });

  test.each(['', 'fine', 'work,', 'work;fill', 'Work', 'work,fill,trip'])('rejects the kinds %j', async (kinds) => {
    const { user, vehicle, path } = await reportOwner(app, 'business');
    for (const url of [`${path}?kinds=${kinds}`, `${reportOn([vehicle])}&kinds=${kinds}`])
      expect(await getReport(app, user, url)).toMatchObject({ status: 400, code: 'api.validation' });
  });
});
