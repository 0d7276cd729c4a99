import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { ServiceRecord } from '#contract/records.ts';
import { show } from '#tests/support/component.tsx';
import { RecordHistory } from './record-history.tsx';

const recordOf = (id: number): ServiceRecord => ({
  id,
  operationName: `work ${id}`,
  partName: '-',
  partCode: '-',
  price: 1,
  reading: 100,
  performedOn: '2026-06-14',
});
const ALL = Array.from({ length: 30 }, (_, index) => recordOf(index + 1));

function Page({ answer, onFold = () => undefined }: { answer: Promise<void>; onFold?: () => void }) {
  const [count, setCount] = useState(10);
  const more = (next: number) => void answer.then(() => setCount(next));
  return (
    <>
      <input aria-label="elsewhere" />
      <RecordHistory
        history={{ success: true, data: ALL.slice(0, count), totalCost: 30 } as never}
        error={null}
        expectedCount={ALL.length}
        vehicleId={7}
        vehicleName="Škoda"
        unit="km"
        currency="UAH"
        onEdit={() => undefined}
        onRemove={() => undefined}
        onAgain={() => undefined}
        nextPage={count < ALL.length ? 10 : 0}
        isLoadingMore={false}
        onFold={onFold}
        savedId={undefined}
        onSavedShown={() => undefined}
        renderForm={() => null}
        onMore={() => more(count + 10)}
        onAll={() => more(ALL.length)}
      />
    </>
  );
}

test.each(['more', 'all'])('"show %s" focuses the first new record', async (name) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, say } = show(<Page answer={promise} />);
  await user.click(screen.getByRole('button', { name: say(`records:history.${name}`, { count: 10, value: 30 }) }));
  await act(async () => resolve());
  expect(document.activeElement?.id).toBe('record-edit-11');
});

test('new records do not move the focus if the user has focused another element', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user, say } = show(<Page answer={promise} />);
  await user.click(screen.getByRole('button', { name: say('records:history.more', { count: 10 }) }));
  await user.click(screen.getByLabelText('elsewhere'));
  await act(async () => resolve());
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'));
});

test('the head of a long history names its vehicle and closes it', async () => {
  const onFold = vi.fn();
  const { user, say } = show(<Page answer={Promise.resolve()} onFold={onFold} />, { language: 'en' });
  const head = screen.getByRole('heading', { name: say('records:history.title') }).parentElement as HTMLElement;
  expect(head.textContent).toContain(`Škoda, ${say('records:history.count', { count: 30 })}`);
  await user.click(within(head).getByRole('button', { name: say('records:history.fold', { name: 'Škoda' }) }));
  expect(onFold).toHaveBeenCalledOnce();
});
