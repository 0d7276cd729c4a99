import { useEffect } from 'react';

/** Reports whether there are unsaved changes; after unmounting there are none. */
export function useReportDirty(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
}
