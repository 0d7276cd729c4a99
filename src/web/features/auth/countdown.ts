import { useEffect, useState } from 'react';

/** Minutes and seconds, such as 14:32. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Whole seconds from `now` to `until`, both in milliseconds; never below 0. */
export const secondsTo = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000));

/** Whole seconds until `until` (milliseconds); re-renders while it counts down. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = secondsTo(until, now);
  const isOver = left === 0;
  useEffect(() => {
    setNow(Date.now());
    if (isOver && until <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return left;
}
