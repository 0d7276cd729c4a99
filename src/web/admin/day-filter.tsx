import type { ChangeEvent } from 'react';
import { TextField } from '../ui/fields.tsx';
import { useUrlText } from '../ui/use-url-text.ts';
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
  const [typed, setTyped, markWritten] = useUrlText(address.day(name));
  function handleChange({ currentTarget: { value: next, validity } }: ChangeEvent<HTMLInputElement>) {
    setTyped(next);
    const isComplete = next === '' ? !validity.badInput : next >= FIRST_DAY;
    if (!isComplete) return;
    markWritten(next);
    address.choose({ [name]: next || undefined }, true);
  }
  return <TextField type="date" label={label} value={typed} error={error} onChange={handleChange} />;
}
