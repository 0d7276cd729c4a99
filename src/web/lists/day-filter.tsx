import { type ChangeEvent, useState } from 'react';
import { TextField } from '../ui/fields.tsx';
import type { ListAddress } from './list-address.ts';

interface DayFilterProps {
  /** Name of the query parameter. */
  name: string;
  label: string;
  address: ListAddress;
  error?: string | undefined;
}

/** Earlier years are being typed: the first digits of 2026 are the year 20. */
const FIRST_DAY = '2000-01-01';

/** A day by which a list is filtered. It is applied when it is complete. */
export function DayFilter({ name, label, address, error }: DayFilterProps) {
  const value = address.day(name);
  const [typed, setTyped] = useState(value);
  // The back button changes the address too.
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  function handleChange({ currentTarget: { value: next, validity } }: ChangeEvent<HTMLInputElement>) {
    setTyped(next);
    if (next === '' ? !validity.badInput : next >= FIRST_DAY) address.choose({ [name]: next || undefined }, true);
  }
  return <TextField type="date" label={label} value={typed} error={error} onChange={handleChange} />;
}
