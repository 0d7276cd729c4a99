import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestApp, testApp } from '#tests/support/app.ts';
import { readingBody } from '#tests/support/builders.ts';
import { asRead } from '#tests/support/pdf.ts';
import { readReport, reportOwner } from '#tests/support/reports.ts';

const LINES = [
  { title: 'Олива', everyDistance: 10_000, everyMonths: 12, startOn: '2026-06-01', startAt: 95_000 },
  { title: 'ОСЦПВ', kind: 'deadline', dueOn: '2026-11-12', expectedCost: '3 210' },
  { title: 'ГРМ', dueAt: 150_000, mode: 'fixed' },
  { title: 'Зроблене', dueOn: '2026-12-01' },
];

const TEXTS = {
  ua:
    'План обслуговування Що зробити Коли Стан ОСЦПВ 12.11.2026 Прострочено Олива 105 000 км, близько 24.04.2027 або 01.06.2027 Ще не час ' +
    'ГРМ 150 000 км, орієнтовно січень 2031 р. Ще не час',
  ru:
    'План обслуживания Что сделать Когда Состояние ОСЦПВ 12.11.2026 Просрочено Олива 105 000 км, около 24.04.2027 или 01.06.2027 Ещё не пора ' +
    'ГРМ 150 000 км, ориентировочно январь 2031 г. Ещё не пора',
  en:
    'Service plan What to do Due State ОСЦПВ 12 Nov 2026 Overdue Олива 105,000 km, about 24 Apr 2027 or 1 Jun 2027 Not yet ' +
    'ГРМ 150,000 km, around January 2031 Not yet',
} as const;

describe.each(DATABASES)('the plan in reports on %s', (kind) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(kind);
    app.clock.advance(Date.parse('2026-11-22T12:00:00Z') - app.clock.now());
  });
  afterAll(() => app.close());

  test('has what is due next, without costs and what is over, in each language, and is missing while it is empty or archived', async () => {
    const { user, vehicle, path } = await reportOwner(app, 'family', 'car', { mileage: '0' });
    const send = (rest: string, body: object) => app.request('POST', `/api/vehicles/${vehicle.id}${rest}`, { token: user.token, body });
    for (const [reading, performedOn] of [
      [88_000, '2025-11-22'],
      [100_000, '2026-11-22'],
    ])
      await send('/readings', readingBody({ reading, performedOn }));
    expect((await readReport(app, user, path)).text).not.toContain('План');
    let last = 0;
    for (const line of LINES) last = (await send('/plan', line)).body.data.id;
    await send(`/plan/${last}/done`, {});
    for (const language of ['ua', 'ru', 'en'] as const) {
      const { pages, misplaced, isTagged } = await readReport(app, user, `${path}?kinds=fill`, language);
      expect([pages.length, misplaced, isTagged]).toEqual([2, [], true]);
      expect(pages[1]).toContain(asRead(TEXTS[language]));
    }
    expect((await readReport(app, user, path)).pages).toHaveLength(3);
    await send('/archive', {});
    expect((await readReport(app, user, path)).text).not.toContain('План');
  });
});
