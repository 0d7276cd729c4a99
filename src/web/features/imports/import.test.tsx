import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportPreview } from '#contract/imports.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { savedFiles } from '#tests/support/saved-files.ts';
import { endSession, startSession } from '#web/api/session.ts';
import { ImportSteps } from './import-steps.tsx';

const PREVIEW: ImportPreview = {
  ...{ id: 7, status: 'open', source: 'carnet', fileName: 'Carnet.zip', expiresAt: '2026-06-18T12:00:00.000Z' },
  ...{ from: '2020-01-31', to: '2026-06-14', counts: { work: 2, fill: 0, cost: 0, reading: 0, plan: 1 } },
  ...{ fresh: 3, known: 4, leftOut: 5, refusedCount: 1 },
  table: null,
  refused: [{ line: 8, content: '<b>2021-02-31</b>', reason: { code: 'validation.date.format', field: 'performedOn' } }],
  vehicles: [
    {
      ...{ index: 0, name: 'Škoda Octavia', number: 'TMBJJ7NE8E0123456', target: 'new', isGuess: false, reason: null },
      missing: [],
      fresh: 3,
      known: 4,
      refused: 1,
      leftOut: 0,
    },
    {
      ...{ index: 1, name: 'Lanos', number: null, target: 'new', isGuess: false, reason: { code: 'carsApi.limit', field: null } },
      ...{ missing: [], fresh: 0, known: 0, refused: 0, leftOut: 5 },
    },
  ],
};
const TABLE: ImportPreview = {
  ...{ ...PREVIEW, source: 'csv', fileName: 'table.csv' },
  table: {
    columns: [
      { title: 'When', examples: ['04/05/2021', '08/05/2021'], field: 'performedOn' },
      { title: 'Paid', examples: ['1,250'], field: 'total' },
      { title: 'X', examples: [], field: null },
    ],
    ...{ kind: 'cost', encoding: 'windows-1251', volumeUnit: null, dayOrder: null, decimal: null, isAnswered: false },
    openDays: [{ line: 2, text: '04/05/2021', dmy: '2021-05-04', mdy: '2021-04-05' }],
    openNumbers: [{ line: 2, text: '1,250', comma: 1.25, point: 1_250 }],
  },
};
const DONE: ImportPreview = { ...PREVIEW, status: 'done' };
const success = (data: object) => ({ body: { success: true, ...data } });
const LISTS = { 'GET /api/vehicles': () => success({ data: [], hidden: 0, archived: 0, limit: 1 }) };

beforeEach(() => startSession({ token: 'a-token', tariff: 'basic' }));
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
});

const choose = (user: ReturnType<typeof show>['user'], label: string) =>
  user.upload(screen.getByLabelText(label), new File(['x'], 'Carnet.zip', { type: 'application/zip' }));

test('goes from the file over the preview to the end, and back', async () => {
  let stored: ImportPreview[] = [];
  const { sent } = fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: stored }),
    'POST /api/imports': () => {
      stored = [PREVIEW];
      return success({ data: PREVIEW });
    },
    'PATCH /api/imports/7': () => success({ data: PREVIEW }),
    'POST /api/imports/7/confirm': () => {
      stored = [DONE];
      return success({ data: DONE });
    },
    'DELETE /api/imports/7': () => {
      stored = [];
      return success({ removed: 2, keptCount: 1, kept: [] });
    },
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await screen.findByText(say('imports:file.title'));
  expect(screen.getByText(say('imports:tips.ask'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Simply Auto' }));
  expect(screen.getByText(say('imports:tips.simplyauto'))).toBeDefined();
  await choose(user, say('imports:file.choose'));
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(say('imports:source.carnet'));
  expect(screen.getByText('<b>2021-02-31</b>')).toBeDefined();
  expect(screen.getByText(say('errors:carsApi.limit' as 'errors:api.500'))).toBeDefined();
  const select = screen.getByRole('combobox', { name: say('imports:vehicles.for', { name: 'Lanos' }) });
  await user.selectOptions(select, 'nowhere');
  await user.click(screen.getByRole('button', { name: say('imports:check.confirm', { count: 3 }) }));
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(say('imports:done.title', { count: 3 }));
  await user.click(screen.getByRole('button', { name: say('imports:undo.button') }));
  expect(await screen.findByText(say('imports:undo.kept', { removed: 2, count: 1 }))).toBeDefined();
  expect(await screen.findByText(say('imports:file.title'))).toBeDefined();
  const writes = sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  expect(writes).toEqual(['POST /api/imports', 'PATCH /api/imports/7', 'POST /api/imports/7/confirm', 'DELETE /api/imports/7']);
});

test('says how much of a file has been read', async () => {
  const read = Promise.withResolvers<object>();
  let rows = 0;
  fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: [] }),
    'GET /api/imports/progress': () => {
      rows += 12_000;
      return success({ data: rows === 12_000 ? null : { rows } });
    },
    'POST /api/imports': () => read.promise as never,
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await screen.findByText(say('imports:file.title'));
  await choose(user, say('imports:file.choose'));
  expect(await screen.findByText(say('imports:file.rows', { count: 24_000 }), { normalizer: String }, { timeout: 5_000 })).toBeDefined();
  read.resolve(success({ data: PREVIEW }));
  expect(await screen.findByRole('heading', { level: 2, name: say('imports:source.carnet') })).toBeDefined();
});

test('says why a file cannot be read, and saves the rows that cannot be taken', async () => {
  const saved = savedFiles();
  const failed = { success: false, code: 'importsApi.damaged', message: 'from the server', requestId: 'x' };
  let isDamaged = true;
  fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: [] }),
    'POST /api/imports': () => (isDamaged ? { status: 422, body: failed } : success({ data: PREVIEW })),
    'GET /api/imports/7/refused': () => ({ body: 'rows', headers: { 'content-disposition': "attachment; filename*=UTF-8''Rows.csv" } }),
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await screen.findByText(say('imports:file.title'));
  await choose(user, say('imports:file.choose'));
  expect((await screen.findByRole('alert')).textContent).toContain(say('errors:importsApi.damaged' as 'errors:api.500'));
  isDamaged = false;
  await choose(user, say('imports:file.choose'));
  await user.click(await screen.findByRole('button', { name: say('imports:refused.download') }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Rows.csv' }]));
});

test('asks what the columns of a table are, and what the table does not say itself', async () => {
  let stored: ImportPreview[] = [TABLE];
  const table = { ...(TABLE.table as object), isAnswered: true, volumeUnit: 'gal_uk' };
  const answered = (id: number): ImportPreview => ({ ...TABLE, id, counts: { ...TABLE.counts, fill: 1 }, table: table as never });
  const { sent } = fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: stored }),
    'PUT /api/imports/7/table': () => {
      stored = [answered(8)];
      return success({ data: answered(8) });
    },
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await user.selectOptions(await screen.findByRole('combobox', { name: '“X”' }), say('imports:fields.title'));
  // Each field is that of one column.
  await user.selectOptions(screen.getByRole('combobox', { name: '“When”' }), say('imports:fields.total'));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '“Paid”' }).value).toBe('');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: say('imports:columns.next') }).disabled).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: '“When”' }), say('imports:fields.performedOn'));
  await user.selectOptions(screen.getByRole('combobox', { name: '“Paid”' }), say('imports:fields.total'));
  await user.selectOptions(screen.getByRole('combobox', { name: say('imports:columns.kind') }), 'work');
  await user.click(screen.getByRole('radio', { name: /^The month: / }));
  await user.click(screen.getByRole('radio', { name: '1,250.00' }));
  await user.click(screen.getByRole('button', { name: say('imports:columns.next') }));
  expect(await screen.findByRole('button', { name: say('imports:check.confirm', { count: 3 }) })).toBeDefined();
  expect(screen.getByText(say('imports:units.gal_uk'))).toBeDefined();
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ fields: ['performedOn', 'total', 'title'], kind: 'work', encoding: 'windows-1251', dayOrder: 'mdy', decimal: '.' },
  });
  await user.click(screen.getByRole('button', { name: say('imports:check.columns') }));
  expect(await screen.findByRole('heading', { name: say('imports:columns.title') })).toBeDefined();
});

test('asks what a new vehicle still needs', async () => {
  const of = (missing: ImportPreview['vehicles'][number]['missing']): ImportPreview => ({
    ...PREVIEW,
    vehicles: [{ ...(PREVIEW.vehicles[0] as ImportPreview['vehicles'][number]), missing }],
  });
  const required = (field: string) => ({ code: 'validation.required', field });
  const { sent } = fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: [of([required('vehicleType'), required('brand')])] }),
    'PATCH /api/imports/7': () => success({ data: of([required('carType'), { code: 'validation.vin.length', field: 'vin' }]) }),
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await user.selectOptions(await screen.findByRole('combobox', { name: say('imports:newVehicle.vehicleType') }), 'truck');
  await user.type(screen.getByRole('textbox', { name: say('vehicleForm:brand') }), 'MAN');
  await user.click(screen.getByRole('button', { name: say('imports:newVehicle.save') }));
  const bodies = await screen.findByRole('combobox', { name: say('vehicleForm:carType') });
  expect(bodies.children).toHaveLength(5);
  await user.type(screen.getByRole('textbox', { name: 'VIN' }), 'X');
  expect(screen.getByText(say('errors:validation.vin.length'))).toBeDefined();
  expect(sent.at(-1)?.body).toEqual({ vehicles: [{ index: 0, fields: { vehicleType: 'truck', brand: 'MAN' } }] });
});

test('leads back to the preview, and says when another tab has ended the import', async () => {
  const gone = { success: false, code: 'importsApi.404', message: 'from the server', requestId: 'x' };
  let stored: ImportPreview[] = [PREVIEW];
  fakeServer({
    ...LISTS,
    'GET /api/imports': () => success({ data: stored }),
    'POST /api/imports/7/confirm': () => ({ status: 404, body: gone }),
  });
  const { user, say } = show(<ImportSteps />, { language: 'en' });
  await user.click(await screen.findByRole('button', { name: say('imports:check.other') }));
  await user.click(await screen.findByRole('button', { name: say('imports:file.back') }));
  stored = [];
  await user.click(await screen.findByRole('button', { name: say('imports:check.confirm', { count: 3 }) }));
  expect(await screen.findByText(say('errors:importsApi.404' as 'errors:api.500'))).toBeDefined();
  expect(await screen.findByText(say('imports:file.title'))).toBeDefined();
});
