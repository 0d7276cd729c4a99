import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlanLine } from '#contract/plan.ts';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { startSession } from '../../api/session.ts';
import { VehiclePlan } from './vehicle-plan.tsx';

const NOW = new Date('2026-11-26T09:00:00Z');
const PLAN = '/api/vehicles/7/plan';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  startSession({ token: 'token' });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

const line = (id: number, title: string, changes: Partial<PlanLine> = {}): PlanLine => ({
  ...{ id, title, kind: 'maintenance', mode: 'floating', everyMonths: null, everyDays: null, everyDistance: null },
  ...{ dueOn: null, dueAt: null, isEndOfMonth: false, startOn: '2026-01-01', startAt: null, leadDays: null, leadDistance: null },
  ...{ currency: 'UAH', expectedCost: null, state: 'fine', reason: null, dueDate: null, byDate: null, dueReading: null, forecastOn: null },
  ...{ over: { days: null, distance: null }, lastDone: null, lastSkip: null, snoozedUntil: null, works: [] },
  ...changes,
});
const byDate = (days: number, date: string) => ({ reason: 'date', dueDate: date, byDate: date, over: { days, distance: null } }) as const;
const tyres = line(1, 'Зимові шини', { everyMonths: 12, mode: 'fixed', state: 'overdue', ...byDate(11, '2026-11-15') });
const insurance = line(2, 'ОСЦПВ', { everyMonths: 12, state: 'soon', ...byDate(-18, '2026-12-14') });
const belt = line(3, 'Ремінь ГРМ', {
  ...{ everyDistance: 90_000, everyMonths: 60, state: 'soon', reason: 'distance', dueDate: '2026-12-15', forecastOn: '2026-12-15' },
  ...{ byDate: '2028-01-01', dueReading: 142_400, over: { days: -400, distance: -780 }, snoozedUntil: '2026-12-05' },
});
const oil = line(4, 'Олива й фільтр', {
  ...{ everyDistance: 10_000, everyMonths: 12, reason: 'distance', dueDate: '2027-08-10', forecastOn: '2027-08-10', dueReading: 151_380 },
  lastDone: { completionId: 9, entryId: null, performedOn: '2026-11-18', reading: 141_380, afterDays: 300, afterDistance: 9_820 },
});
const plugs = line(5, 'Свічки', { everyDistance: 60_000 });
const gas = line(6, 'Балон', {
  dueOn: '2026-05-01',
  lastDone: { ...oil.lastDone, reading: null, afterDistance: null } as PlanLine['lastDone'],
});

const listed = (lines: PlanLine[]) => ({ [`GET ${PLAN}`]: () => ({ body: { success: true, data: lines } }) });
const open = (changes = {}) =>
  show(<VehiclePlan vehicle={vehicleOf(7, { reading: 141_620, ...changes })} currency="UAH" />, { path: '/service/7/plan' });
const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

test('says of each line what it is, and when it is due', async () => {
  fakeServer(listed([tyres, insurance, belt, oil, plugs, gas]));
  const { say } = open();
  const shown = await rows();
  const expected = [
    ['щороку, за календарем', 'Прострочено. прострочено на 11 днів'],
    ['щороку', 'до 14.12.2026, лишилося 18 днів'],
    ['кожні 90 000 км або кожні 5 років', 'за 780 км, близько 15.12.2026', 'Відкладено до 05.12.2026.'],
    ['кожні 10 000 км або щороку', /на 151 380 км, орієнтовно серпень 2027/],
    [say('plan:when.unknown'), say('plan:tell')],
    ['одноразово', 'зроблено 18.11.2026'],
  ];
  for (const [index, parts] of expected.entries())
    for (const part of parts)
      expect(shown[index]).toEqual(typeof part === 'string' ? expect.stringContaining(part) : expect.stringMatching(part));
  expect(screen.getByRole('img', { name: /Зроблено 18\.11\.2026, після 9.820.км/ })).toBeDefined();
  expect(screen.getByRole('img', { name: /Зроблено 18\.11\.2026, після 10 місяців/ })).toBeDefined();
  // Only the first line that needs a stamp has the filled button.
  expect(screen.getAllByRole('button', { name: say('plan:done') }).map(({ dataset }) => dataset.look)).toEqual([
    'filled',
    'quiet',
    'quiet',
  ]);
});

test('marks a line as done, says what is next, and undoes it', async () => {
  const next = { ...tyres, state: 'fine', ...byDate(-354, '2027-11-15'), lastDone: { ...oil.lastDone, reading: null } } as PlanLine;
  const { sent } = fakeServer({
    ...listed([tyres]),
    [`POST ${PLAN}/1/done`]: () => ({ status: 201, body: { success: true, data: next, completionId: 5, code: 'x', message: '' } }),
    [`DELETE ${PLAN}/1/completions/5`]: () => ({ body: { success: true, data: tyres, code: 'x', message: '' } }),
  });
  const { say, user } = open();
  await user.click(await screen.findByRole('button', { name: say('plan:done') }));
  const record = await screen.findByRole('link', { name: say('plan:doneForm.record') });
  expect(record.getAttribute('href')).toBe(`/service/7?new=work&work=${encodeURIComponent('Зимові шини')}`);
  await user.click(await screen.findByRole('button', { name: say('plan:doneForm.submit') }));
  expect(await screen.findByText(say('plan:toast.done', { name: 'Зимові шини', next: '15.11.2027' }))).toBeDefined();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ performedOn: '2026-11-26', ask: true });
  expect(sent.find(({ method }) => method === 'POST')?.headers.get('idempotency-key')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: say('plan:toast.undo') }));
  await vi.waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
});

test('asks for the reading of a line by distance, and which date was meant', async () => {
  let asked = 0;
  const { sent } = fakeServer({
    ...listed([{ ...belt, mode: 'fixed', snoozedUntil: null }]),
    [`POST ${PLAN}/3/done`]: () => {
      asked += 1;
      const choices = [
        { occurrence: '2028-03-31', next: '2029-03-31' },
        { occurrence: '2026-03-31', next: '2027-03-31' },
      ];
      return asked === 1
        ? { status: 409, body: { success: false, code: 'planApi.whichOccurrence', message: '', requestId: 'r', data: { choices } } }
        : { status: 201, body: { success: true, data: belt, completionId: 5, code: 'x', message: '' } };
    },
  });
  const { say, user } = open();
  await user.click(await screen.findByRole('button', { name: say('plan:done') }));
  const reading = await screen.findByLabelText(say('plan:doneForm.reading.km'));
  expect((reading as HTMLInputElement).value.replaceAll('\u00a0', ' ')).toBe('141 620');
  await user.clear(reading);
  await user.click(screen.getByRole('button', { name: say('plan:doneForm.submit') }));
  expect(await screen.findByText(say('errors:validation.required'))).toBeDefined();
  await user.type(reading, '142000');
  await user.click(screen.getByRole('button', { name: say('plan:doneForm.submit') }));
  const choice = await screen.findByRole('radio', { name: say('plan:doneForm.choice', { occurrence: '31.03.2028', next: '31.03.2029' }) });
  expect((choice as HTMLInputElement).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: say('plan:doneForm.extra') }));
  await user.click(screen.getByRole('button', { name: say('plan:doneForm.submit') }));
  await vi.waitFor(() => expect(asked).toBe(2));
  expect(sent.at(-1)?.method === 'POST' ? sent.at(-1)?.body : sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...{ performedOn: '2026-11-26', reading: '142000', readingUnit: 'km', ask: true, occurrence: 'extra' },
  });
});

test('adds a line, shows errors at its fields, and keeps what was typed', async () => {
  const { sent, answers } = fakeServer({
    ...listed([]),
    [`POST ${PLAN}`]: () => ({ status: 400, body: { success: false, code: 'planApi.noRule', message: '', requestId: 'r' } }),
  });
  const shown = open();
  const { say, user } = shown;
  expect(await screen.findByText(say('plan:empty.title'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: say('plan:add') }));
  const form = within(await screen.findByRole('form', { name: say('plan:newLine') }));
  await user.type(form.getByLabelText(say('plan:form.title')), 'Олива');
  await user.click(form.getByRole('button', { name: say('plan:form.create') }));
  expect(await form.findByText(say('errors:planApi.noRule'))).toBeDefined();
  // What was typed is there after the page is opened again.
  shown.unmount();
  open();
  const again = within(await screen.findByRole('form', { name: say('plan:newLine') }));
  expect((again.getByLabelText(say('plan:form.title')) as HTMLInputElement).value).toBe('Олива');
  await user.type(again.getByLabelText(say('plan:form.every')), '2');
  await user.selectOptions(again.getByLabelText(say('plan:form.unit')), 'years');
  await user.type(again.getByLabelText(say('plan:form.distance.km')), '10 000');
  answers[`POST ${PLAN}`] = () => ({ status: 201, body: { success: true, data: oil, code: 'x', message: '' } });
  answers[`GET ${PLAN}`] = () => ({ body: { success: true, data: [oil] } });
  await user.click(again.getByRole('button', { name: say('plan:form.create') }));
  expect(await screen.findByRole('button', { name: 'Олива й фільтр' })).toBeDefined();
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    ...{ title: 'Олива', everyMonths: 24, everyDays: null, everyDistance: '10 000', dueOn: null, readingUnit: 'km' },
  });
});

test('changes, skips, snoozes and deletes a line', async () => {
  const changed = { success: true, code: 'x', message: '' };
  const { sent } = fakeServer({
    ...listed([insurance]),
    [`PATCH ${PLAN}/2`]: () => ({ body: { ...changed, data: insurance } }),
    [`POST ${PLAN}/2/skip`]: () => ({ status: 201, body: { ...changed, data: insurance, completionId: 8 } }),
    [`PUT ${PLAN}/2/snooze`]: () => ({ body: { ...changed, data: { ...insurance, snoozedUntil: '2026-12-03' } } }),
    [`DELETE ${PLAN}/2`]: () => ({ body: changed }),
  });
  const { say, user } = open();
  const title = await screen.findByRole('button', { name: 'ОСЦПВ' });
  const press = async (key: string) => {
    if (title.getAttribute('aria-expanded') !== 'true') await user.click(title);
    await user.click(
      within(screen.getByRole('group', { name: say('plan:actions', { name: 'ОСЦПВ' }) })).getByRole('button', { name: say(key) }),
    );
  };
  await press('plan:edit');
  const form = within(await screen.findByRole('form', { name: say('plan:editLine', { name: 'ОСЦПВ' }) }));
  expect((form.getByLabelText(say('plan:form.every')) as HTMLInputElement).value).toBe('1');
  await user.type(form.getByLabelText(say('plan:form.title')), ' на 2027');
  await user.click(form.getByRole('button', { name: say('plan:form.save') }));
  await vi.waitFor(() =>
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ title: 'ОСЦПВ на 2027', everyMonths: 12 }),
  );
  await press('plan:skip');
  expect(await screen.findByText(say('plan:toast.skipped', { name: 'ОСЦПВ' }))).toBeDefined();
  await press('plan:snooze');
  await user.click(await screen.findByRole('button', { name: say('plan:snoozeForm.week', { day: '03.12.2026' }) }));
  await vi.waitFor(() => expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ until: '2026-12-03' }));
  await press('plan:remove');
  await user.click(screen.getByRole('button', { name: say('plan:removeDialog.confirm') }));
  expect(await screen.findByText(say('plan:toast.removed', { name: 'ОСЦПВ' }))).toBeDefined();
});

test('of an archived vehicle can only be read', async () => {
  fakeServer(listed([tyres, plugs]));
  const { say, user } = open({ archivedAt: '2026-06-01T00:00:00.000Z' });
  await user.click(await screen.findByRole('button', { name: 'Зимові шини' }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Зимові шини', 'Свічки']);
  expect(screen.queryByText(say('plan:tell'))).toBe(null);
});

test('offers a set on an empty plan, and stores the lines that are ticked with the numbers as they were changed', async () => {
  let asked = 0;
  const { sent } = fakeServer({
    ...listed([]),
    [`POST ${PLAN}/lines`]: () => {
      asked += 1;
      const error = { field: 'lines.2.everyMonths', code: 'validation.number.large', message: 'x' };
      return asked === 1
        ? { status: 400, body: { success: false, code: 'planApi.400', message: '', requestId: 'r', errors: [error] } }
        : { status: 201, body: { success: true, data: [oil], code: 'x', message: '' } };
    },
  });
  const shown = open({ vehicleType: 'atv' });
  const { say, user } = shown;
  const pick = async (name: string) => user.click(await screen.findByLabelText(say(`planSets:lines.${name}`)));
  const field = (name: string, what: string) =>
    screen.getByLabelText(`${say(`planSets:lines.${name}`)}: ${say(`planSets:fields.${what}`)}`) as HTMLInputElement;
  const press = (count: number) => user.click(screen.getByRole('button', { name: say('planSets:add', { count }) }));
  await pick('oil');
  await pick('frontGearcase');
  expect([field('frontGearcase', 'distance.km').value.replaceAll('\u00a0', ' '), field('frontGearcase', 'months').value]).toEqual([
    '1 600',
    '12',
  ]);
  await user.clear(field('frontGearcase', 'distance.km'));
  await user.type(field('frontGearcase', 'distance.km'), '2 000');
  await pick('driveBelt');
  await pick('insurance');
  await press(3);
  expect(await screen.findByText(say('errors:planApi.noRule'))).toBeDefined();
  expect(screen.getByText(say('errors:validation.date.required'))).toBeDefined();
  await user.type(field('driveBelt', 'distance.km'), '5000');
  await user.type(field('insurance', 'day'), '2026-12-14');
  // What was typed is there after the page is opened again.
  shown.unmount();
  open({ vehicleType: 'atv' });
  await screen.findByLabelText(say('planSets:lines.oil'));
  await press(3);
  // The third line that was sent.
  expect(await screen.findByText(say('errors:validation.number.large'))).toBeDefined();
  expect(field('insurance', 'months').getAttribute('aria-invalid')).toBe('true');
  await press(3);
  expect(await screen.findByText(say('planSets:added', { count: 3 }))).toBeDefined();
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
    lines: [
      { title: say('planSets:lines.frontGearcase'), everyMonths: '12', everyDistance: '2 000', readingUnit: 'km' },
      { title: say('planSets:lines.driveBelt'), everyMonths: null, everyDistance: '5000', readingUnit: 'km' },
      {
        title: say('planSets:lines.insurance'),
        everyMonths: '12',
        dueOn: '2026-12-14',
        kind: 'deadline',
        mode: 'fixed',
        readingUnit: 'km',
      },
    ],
  });
});

test('offers what the plan does not have yet, by type and unit', async () => {
  fakeServer(listed([{ ...oil, title: ' олива й ФІЛЬТР' }]));
  const { say, user } = open({ vehicleType: 'boat', mileageUnit: 'h', fuelType: 'petrol' });
  await user.click(await screen.findByRole('button', { name: say('plan:sets') }));
  const form = within(await screen.findByRole('form', { name: say('planSets:title') }));
  expect(form.queryByLabelText(say('planSets:lines.oil'))).toBe(null);
  await user.click(form.getByLabelText(say('planSets:lines.plugs')));
  const plugs = () => form.getByLabelText(`${say('planSets:lines.plugs')}: ${say('planSets:fields.distance.h')}`) as HTMLInputElement;
  expect(plugs().value).toBe('');
  await user.selectOptions(form.getByLabelText(say('planSets:engine')), 'inboard');
  await user.click(form.getByLabelText(say('planSets:lines.plugs')));
  expect(plugs().value).toBe('300');
  await user.click(form.getByRole('button', { name: say('planSets:cancel') }));
  expect(screen.queryByRole('form')).toBe(null);
});

test('asks how much a vehicle is used in a year while no forecast is possible, and says that forecasts count on it', async () => {
  let yearlyDistance: number | null = null;
  const { sent } = fakeServer({
    [`GET ${PLAN}`]: () => ({
      body: {
        success: true,
        data: [
          { ...oil, dueDate: null, over: { days: null, distance: -9_760 }, forecastOn: yearlyDistance === null ? null : '2027-08-10' },
        ],
      },
    }),
    'PATCH /api/vehicles/7': () => {
      yearlyDistance = 15_000;
      return { body: { success: true, data: vehicleOf(7, { yearlyDistance }), code: 'x', message: '' } };
    },
  });
  const { say, user, unmount } = open();
  await user.click(await screen.findByRole('button', { name: say('plan:use.say') }));
  const field = await screen.findByLabelText(say('plan:use.field.km'));
  await user.type(field, '0{Enter}');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, '15 000{Enter}');
  await waitFor(() => expect(screen.queryByLabelText(say('plan:use.field.km'))).toBeNull());
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => Object.fromEntries(body as FormData))).toEqual([
    { yearlyDistance: '15 000', seen: '{"yearlyDistance":null}' },
  ]);
  unmount();
  open({ yearlyDistance });
  expect(await screen.findByText(/15 000 км/)).toBeDefined();
  expect(screen.getByRole('button', { name: say('plan:use.change') })).toBeDefined();
});
