import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { vehicleOf } from '#tests/support/a-vehicle.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { writeDraft } from '../../../forms/drafts.ts';
import { RemoveVehicle } from '../page/remove-vehicle.tsx';
import { VehicleBook } from './vehicle-book.tsx';

const CARS = [
  vehicleOf(1, {}),
  vehicleOf(2, { model: 'Fabia' }),
  vehicleOf(3, { vehicleType: 'truck', brand: 'MAN', model: 'TGX' }),
  vehicleOf(4, { vehicleType: 'bus', brand: 'MAN', model: 'שמונה' }),
];

function open(path = '/service', hidden = 0) {
  fakeServer({});
  const page = show(
    <VehicleBook vehicles={CARS} year={2026} hidden={hidden} archived={0} limit={3} currency="UAH" userId={1} added={undefined} />,
    { language: 'en', path },
  );
  const { say, user, router } = page;
  const field = screen.getByRole('searchbox');
  return {
    ...page,
    field: field as HTMLInputElement,
    seek: async (text: string) => {
      await user.clear(field);
      if (text) await user.type(field, text);
    },
    isOpen: (name: string) => screen.queryByRole('button', { name: say('vehicles:card.close', { name }), hidden: true }) !== null,
    groups: () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    q: () => new URLSearchParams(router.state.location.search).get('q'),
  };
}

afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

test('opens a single match and closes it again with the search', async () => {
  const { seek, isOpen } = open();
  await seek('fab');
  expect(isOpen('Škoda Fabia')).toBe(true);
  await seek('octa');
  expect([isOpen('Škoda Fabia'), isOpen('Škoda Octavia')]).toEqual([false, true]);
  await seek('');
  expect(isOpen('Škoda Octavia')).toBe(false);
});

test('a match that was used, or was open before, stays open', async () => {
  const { user, seek, isOpen } = open();
  await user.click(screen.getByRole('button', { name: /MAN TGX/, expanded: false }));
  await seek('man');
  await seek('fab');
  // The form of the card is loaded when the card is opened.
  const [field] = await within(document.getElementById('vehicle-2') as HTMLElement).findAllByRole('textbox');
  await user.click(field as HTMLElement);
  await seek('');
  expect([isOpen('MAN TGX'), isOpen('Škoda Fabia')]).toEqual([true, true]);
});

test('a group counts its matches', async () => {
  const { seek, groups } = open();
  expect(groups()).toEqual(['Cars2', 'Trucks1', 'Buses1']);
  await seek('fab');
  expect(groups()).toEqual(['Cars1']);
});

test('writes the query to the URL without history entries, and reads it from there', async () => {
  const { seek, q, router, unmount } = open('/service?ref=7');
  await seek('fab');
  await waitFor(() => expect(q()).toBe('fab'));
  expect(router.state.location.search).toContain('ref=7');
  expect(router.state.historyAction).toBe('REPLACE');
  await seek('');
  await waitFor(() => expect(q()).toBeNull());
  unmount();
  expect(open('/service?q=man').field.value).toBe('man');
});

test.each([
  ['is written while', '/service', 'fab'],
  ['is not written while', '/service?edit=2', null],
])('the query %s the URL is %s', async (_, address, written) => {
  vi.useFakeTimers();
  const { field, q } = open();
  fireEvent.change(field, { target: { value: 'fab' } });
  // A link changes the URL before the next page is rendered.
  history.replaceState(null, '', address);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(q()).toBe(written);
});

test('writes the query again if a link to the book removes it before it is rendered', async () => {
  vi.useFakeTimers();
  const { field, q, router } = open();
  fireEvent.change(field, { target: { value: 'fab' } });
  await act(async () => {
    vi.advanceTimersByTime(1_000);
    await router.navigate('/service?ref=7');
  });
  expect(router.state.location.search).toBe('?ref=7');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(q()).toBe('fab');
});

test('a button clears the search and returns the focus', async () => {
  const { user, say, seek, field } = open();
  const clear = () => screen.queryByRole('button', { name: say('vehicles:search.clear') });
  expect(clear()).toBeNull();
  await seek('fab');
  await user.click(clear() as HTMLElement);
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

test('reports hidden vehicles above the list', () => {
  const { say } = open('/service', 2);
  const notice = screen.getByText(say('vehicles:hidden.title', { count: 2 }));
  const [group] = screen.getAllByRole('heading', { level: 2 });
  expect(notice.compareDocumentPosition(group as HTMLElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test.each([
  [{ entryCount: 2, note: 'key' }, 'recordsAndNote'],
  [{ entryCount: 2 }, 'records'],
  [{ note: 'key' }, 'note'],
  [{}, 'photo'],
])('the dialog before deleting a vehicle with %j names what is deleted with it', (given, key) => {
  const { say } = show(
    <RemoveVehicle vehicle={vehicleOf(1, given)} asksTo="remove" onClose={() => undefined} onRemoved={() => undefined} />,
    {
      language: 'en',
    },
  );
  expect(screen.getByRole('dialog').textContent).toContain(say(`vehicles:remove.${key}`, { count: 2 }));
});

test('the dialog says that unsaved text cannot be opened in the archive', () => {
  const { say } = show(<RemoveVehicle vehicle={vehicleOf(1, {})} asksTo="remove" onClose={() => undefined} onRemoved={() => undefined} />, {
    language: 'en',
  });
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).not.toContain(say('vehicles:archive.draft'));
  act(() => writeDraft('vehicle.1.note', { text: 'key' }));
  expect(dialog.textContent).toContain(say('vehicles:archive.draft'));
  act(() => writeDraft('vehicle.1.note', undefined));
});

test('isolates user input from the numbers next to it', () => {
  open();
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(names).toContain('Škoda Octavia, 2014');
  expect(names).toContain('\u2068MAN שמונה\u2069, 2014');
});
