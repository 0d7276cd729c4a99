import { act, screen, waitFor } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { lazyPart } from './lazy-part.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const Form = ({ name }: { name: string }) => <p>form of {name}</p>;

function showPage(load: () => Promise<typeof Form>, reload = () => undefined) {
  const Part = lazyPart(load, reload);
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <input aria-label="note" />
        <button type="button" onClick={() => setOpen(!isOpen)}>
          toggle
        </button>
        <Suspense fallback="waiting">{isOpen && <Part name="a car" />}</Suspense>
      </>
    );
  }
  return show(<Page />);
}

test('a part that fails to load is replaced by a notice, and loads on a later attempt', async () => {
  const load = vi.fn<() => Promise<typeof Form>>().mockRejectedValueOnce(new TypeError('no network'));
  load.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(Form);
  const { user, say } = showPage(load);
  await user.type(screen.getByLabelText('note'), 'typed');
  expect((await screen.findByRole('alert')).textContent).toContain(say('shell:partFailed'));
  await user.click(screen.getByRole('button', { name: say('shell:again') }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await user.click(await screen.findByRole('button', { name: say('shell:again') }));
  expect(await screen.findByText('form of a car')).not.toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('note').value).toBe('typed');
  expect(load).toHaveBeenCalledTimes(3);
});

test.each([
  ['reloads the page if the server responds', () => Promise.resolve(new Response('ok')), 1],
  ['keeps the notice if the server is unavailable', () => Promise.resolve(new Response('', { status: 503 })), 0],
  ['keeps the notice if the server cannot be reached', () => Promise.reject(new TypeError('no network')), 0],
])('a second failure %s', async (_, answer, reloads) => {
  const request = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  const reload = vi.fn();
  const load = vi.fn<() => Promise<typeof Form>>().mockRejectedValue(new TypeError('no network'));
  const { user, say } = showPage(load, reload);
  const again = await screen.findByRole('button', { name: say('shell:again') });
  expect(request).not.toHaveBeenCalled();
  await user.click(again);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole('alert')).not.toBeNull();
  expect(request).toHaveBeenCalledOnce();
  expect(reload).toHaveBeenCalledTimes(reloads);
});

test('a part that failed to load is loaded when it is opened again; a loaded part is loaded only once', async () => {
  const load = vi.fn<() => Promise<typeof Form>>().mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(Form);
  const { user } = showPage(load);
  await screen.findByRole('alert');
  const toggle = screen.getByRole('button', { name: 'toggle' });
  await user.click(toggle);
  await act(() => user.click(toggle));
  expect(await screen.findByText('form of a car')).not.toBeNull();
  await user.click(toggle);
  await user.click(toggle);
  expect(await screen.findByText('form of a car')).not.toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
