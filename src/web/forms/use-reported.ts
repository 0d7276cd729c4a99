import { useEffect } from 'react';

/** Tells the parent whether something is the case, such as unsaved changes or a running submission; after unmounting it is not. */
export function useReported(value: boolean, onChange: (value: boolean) => void): void {
  useEffect(() => onChange(value), [value, onChange]);
  useEffect(() => () => onChange(false), [onChange]);
}
