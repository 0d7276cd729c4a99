import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { ListSearch } from './list-search.tsx';

afterEach(() => vi.useRealTimers());

/** A search whose queries reach the address only when the test says so. */
function open() {
  const asked: string[] = [];
  let setAddress: (q: string) => void = () => undefined;
  function Search() {
    const [q, setQ] = useState('');
    setAddress = setQ;
    return <ListSearch label="find" placeholder={undefined} q={q} onQuery={(next) => asked.push(next)} />;
  }
  show(<Search />);
  const field = screen.getByRole('searchbox');
  const enter = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  return { asked, field, enter, reach: (q: string) => act(() => setAddress(q)) };
}

test('keeps the text when an earlier query reaches the address late', () => {
  const { asked, field, enter, reach } = open();
  enter('a');
  enter('ab');
  expect(asked).toEqual(['a', 'ab']);
  reach('a');
  expect(field).toHaveProperty('value', 'ab');
  reach('ab');
  expect(field).toHaveProperty('value', 'ab');
});

test('shows the query of an address that the back button or a link has changed, even one that was searched before', () => {
  const { asked, field, enter, reach } = open();
  enter('a');
  enter('ab');
  reach('ab');
  reach('a');
  expect(field).toHaveProperty('value', 'a');
  enter('ab');
  expect(asked).toEqual(['a', 'ab', 'ab']);
});

test('does not search for a text that a link has replaced before the pause is over', () => {
  vi.useFakeTimers();
  const { asked, field, enter, reach } = open();
  enter('a');
  reach('a');
  fireEvent.change(field, { target: { value: 'ab' } });
  reach('');
  act(() => vi.advanceTimersByTime(1_000));
  expect(field).toHaveProperty('value', '');
  expect(asked).toEqual(['a']);
});
