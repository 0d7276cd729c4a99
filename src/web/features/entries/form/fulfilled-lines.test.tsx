import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
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
  const { ticks, stamp } = useFulfilledLines(7, { name, hasReading });
  return (
    <>
      <input aria-label="name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      {ticks}
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
    [`${PLAN}/1/done`, { entryId: 12 }],
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

function Soon() {
  useQuery({ queryKey: keys.soon, queryFn: ({ signal }) => fetchSoon(signal) });
  return null;
}

test('an entry without a reading stamps only lines by date, which changes what is due soon', async () => {
  const { sent } = fakeServer({
    [`GET ${PLAN}`]: () => ({ body: { success: true, data: lines } }),
    'GET /api/plan': () => ({ body: { success: true, data: [] } }),
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
