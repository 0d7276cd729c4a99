import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, show } from '#tests/support/component.tsx';
import { keys } from '../../../api/keys.ts';
import { fetchSoon } from '../../../api/plan.queries.ts';
import { startSession } from '../../../api/session.ts';
import { useFulfilledLines } from './use-fulfilled-lines.tsx';

const PLAN = '/api/vehicles/7/plan';
const byDate = { everyDistance: null, dueAt: null };
const lines = [
  { id: 1, title: 'Олива й фільтр', works: [], ...byDate },
  { id: 2, title: 'ТО', works: ['Заміна оливи'], ...byDate },
  { id: 3, title: 'Свічки', works: [], ...byDate },
  { id: 4, title: 'Свічки', works: [], ...byDate, everyDistance: 30_000 },
];

beforeEach(() => startSession({ token: 'token' }));

function Form({ hasReading = true }) {
  const [name, setName] = useState('');
  const { ticks, stamp, question } = useFulfilledLines(7, { name, hasReading, unit: 'km' });
  return (
    <>
      <input aria-label="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      {ticks}
      {question}
      <button type="button" onClick={() => stamp(12)}>
        save
      </button>
    </>
  );
}

test('offers the lines that the work fulfils, ticked, and stamps those that stay so', async () => {
  const { sent } = fakeServer({
    [`GET ${PLAN}`]: () => ({ body: { success: true, data: lines } }),
    [`POST ${PLAN}/1/done`]: () => ({ status: 201, body: { success: true, data: lines[0], completionId: 5, code: 'x', message: '' } }),
    [`POST ${PLAN}/2/done`]: () => ({
      status: 400,
      body: {
        ...{ success: false, code: 'planApi.400', message: 'Перевірте', requestId: 'r' },
        errors: [{ field: 'reading', code: 'validation.required', message: 'Вкажіть пробіг.' }],
      },
    }),
  });
  const { say, user } = show(<Form />);
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('name'), ' олива й фільтр');
  const tick = await screen.findByRole('checkbox', { name: say('plan:fulfils', { name: 'Олива й фільтр' }) });
  expect(screen.getAllByRole('checkbox')).toEqual([tick]);
  await user.click(screen.getByText('save'));
  expect(await screen.findByText(say('plan:toast.doneOnce', { name: 'Олива й фільтр' }))).toBeDefined();
  expect(sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    [`${PLAN}/1/done`, { entryId: 12, ask: true }],
  ]);
  await user.click(tick);
  await user.click(screen.getByText('save'));
  // A work that stamped the line before.
  await user.clear(screen.getByLabelText('name'));
  await user.type(screen.getByLabelText('name'), 'Заміна оливи');
  expect(await screen.findByRole('checkbox', { name: say('plan:fulfils', { name: 'ТО' }) })).toBeDefined();
  await user.click(screen.getByText('save'));
  expect(await screen.findByText(say('plan:toast.failed', { name: 'ТО', reason: 'Вкажіть пробіг.' }))).toBeDefined();
  await vi.waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2));
});

test('asks which date of a fixed line an entry far from it was for, and leaves the line alone if that is not said', async () => {
  const choices = [
    { occurrence: '2028-03-31', next: '2029-03-31' },
    { occurrence: '2026-03-31', next: '2027-03-31' },
  ];
  const { sent } = fakeServer({
    [`GET ${PLAN}`]: () => ({ body: { success: true, data: lines } }),
    [`POST ${PLAN}/1/done`]: ({ body }) =>
      'occurrence' in (body as object)
        ? { status: 201, body: { success: true, data: lines[0], completionId: 5, code: 'x', message: '' } }
        : { status: 409, body: { success: false, code: 'planApi.whichOccurrence', message: '', requestId: 'r', data: { choices } } },
  });
  const { say, user } = show(<Form />);
  await user.type(screen.getByLabelText('name'), 'Олива й фільтр');
  await screen.findByRole('checkbox');
  await user.click(screen.getByText('save'));
  const title = say('plan:doneForm.title', { name: 'Олива й фільтр' });
  const question = within(await screen.findByRole('dialog', { name: title }));
  await user.click(question.getByRole('button', { name: say('plan:doneForm.cancel') }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByText('save'));
  const again = within(await screen.findByRole('dialog', { name: title }));
  expect(again.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([true, false, false]);
  await user.click(again.getByRole('radio', { name: say('plan:doneForm.choice', { occurrence: '31.03.2026', next: '31.03.2027' }) }));
  await user.click(again.getByRole('button', { name: say('plan:doneForm.submit') }));
  expect(await screen.findByText(say('plan:toast.doneOnce', { name: 'Олива й фільтр' }))).toBeDefined();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const stamps = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(stamps).toEqual([
    { entryId: 12, ask: true },
    { entryId: 12, ask: true },
    { entryId: 12, ask: true, occurrence: '2026-03-31' },
  ]);
});

function Soon() {
  useQuery({ queryKey: keys.soon, queryFn: ({ signal }) => fetchSoon(signal) });
  return null;
}

test('an entry without a reading stamps only lines by date, which changes what is due soon', async () => {
  const { sent } = fakeServer({
    [`GET ${PLAN}`]: () => ({ body: { success: true, data: lines } }),
    'GET /api/plan': () => ({ body: { success: true, data: [], next: [] } }),
    [`POST ${PLAN}/3/done`]: () => ({ status: 201, body: { success: true, data: lines[2], completionId: 5, code: 'x', message: '' } }),
  });
  const { say, user } = show(
    <>
      <Soon />
      <Form hasReading={false} />
    </>,
  );
  await user.type(screen.getByLabelText('name'), 'Свічки');
  await screen.findByRole('checkbox', { name: say('plan:fulfils', { name: 'Свічки' }) });
  // The line by distance cannot be stamped without a reading.
  expect(screen.getByText(say('plan:fulfilsWithReading', { name: 'Свічки' }))).toBeDefined();
  await user.click(screen.getByText('save'));
  await vi.waitFor(() => expect(sent.filter(({ path }) => path === '/api/plan')).toHaveLength(2));
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`${PLAN}/3/done`]);
  expect(sent.findIndex(({ method }) => method === 'POST')).toBeLessThan(sent.findLastIndex(({ path }) => path === '/api/plan'));
});
