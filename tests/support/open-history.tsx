import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { ServiceRecord } from '#contract/records.ts';
import { WholeHistory } from '#web/features/entries/history/whole-history.tsx';
import { vehicleOf } from './a-vehicle.ts';
import { fakeServer, type SentRequest, show } from './component.tsx';

export const TIMELINE = '/api/vehicles/7/timeline';
export const recordOf = (id: number, year = '2026'): ServiceRecord => ({
  ...{
    id,
    performedOn: `${year}-06-14`,
    reading: 100 * id,
    operationName: `Робота ${id}`,
    partName: '-',
    partCode: '-',
    price: 10,
    currency: 'UAH',
  },
});
const yearsOf = (records: readonly ServiceRecord[]) =>
  [...new Set(records.map(({ performedOn }) => performedOn.slice(0, 4)))]
    .sort()
    .reverse()
    .map((year) => {
      const ofYear = records.filter(({ performedOn }) => performedOn.startsWith(year));
      return { year, records: ofYear.length, cost: ofYear.reduce((sum, { price }) => sum + price, 0) };
    });

/** The history, with a button for a new record and one that shows another view. */
function OpenHistory({ recordCount }: { recordCount: number }) {
  const [focusRequest, setFocusRequest] = useState(0);
  const [isShown, setShown] = useState(true);
  return (
    <>
      <input aria-label="elsewhere" />
      <button type="button" onClick={() => setFocusRequest((count) => count + 1)}>
        add
      </button>
      <button
        type="button"
        onClick={() => {
          setShown(!isShown);
          setFocusRequest(0);
        }}
      >
        view
      </button>
      {isShown && (
        <WholeHistory
          vehicle={vehicleOf(7, { mileage: 0, reading: 1_000, recordCount, entryCount: recordCount })}
          currency="UAH"
          request={{ kind: 'work', count: focusRequest }}
        />
      )}
    </>
  );
}

interface HistoryOptions {
  size?: number;
  path?: string;
}

/** A search that the server does not complete. */
export const SLOW_SEARCH = 'довго';

/** Shows the history of a vehicle with these records, newest first, in pages of `size`, or of the requested length. */
export function openHistory(records: readonly ServiceRecord[], { size, path = '/service/7' }: HistoryOptions = {}) {
  let hold: Promise<void> = Promise.resolve();
  let holdAt: Promise<void> = Promise.resolve();
  const answerTimeline = async ({ query }: SentRequest) => {
    await hold;
    if (query.has('at')) await holdAt;
    const words = query.get('q') ?? '';
    const found = records.filter(
      ({ operationName, performedOn }) => operationName.includes(words) && performedOn.startsWith(query.get('year') ?? ''),
    );
    const at = Number(query.get('at') ?? 0);
    if (at && !records.some(({ id }) => id === at))
      return { status: 404, body: { success: false, code: 'recordsApi.404', message: 'none', requestId: 'x', errors: [] } };
    const start = Number(query.get('cursor')?.split('_')[1] ?? (at ? found.findIndex(({ id }) => id === at) : 0));
    const end = start + (size ?? Number(query.get('limit')));
    const data = found.slice(start, end);
    const isFirst = !query.has('cursor');
    const nextCursor = end < found.length ? `2026-01-01_${end}` : null;
    const nearest = ['250', '3'].includes(words) ? { id: 2, reading: 200, performedOn: '2026-06-14' } : null;
    return {
      body: {
        success: true,
        data,
        years: isFirst ? yearsOf(records.filter(({ operationName }) => operationName.includes(words))) : null,
        nearest: isFirst ? nearest : null,
        nextCursor,
        isComplete: words !== SLOW_SEARCH,
      },
    };
  };
  const server = fakeServer({ [`GET ${TIMELINE}`]: answerTimeline });
  const shown = show(<OpenHistory recordCount={records.length} />, { path, route: '/service/:vehicleId' });
  const { say, router } = shown;
  return {
    ...shown,
    server,
    search: () => screen.getByRole('searchbox', { name: say('records:filter.search') }),
    urlQuery: () => router.state.location.search,
    holdAnswers: (next: Promise<void>) => {
      hold = next;
    },
    /** Answers requests for a history from a record only after this. */
    answerAt: (next: Promise<void>) => {
      holdAt = next;
    },
  };
}
export const rowOf = (name: string) => screen.getByText(name).closest('tr');
