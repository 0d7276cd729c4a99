import { useEffect, useRef } from 'react';

/** Calls `onDone` once `delay` milliseconds have passed since `key` changed, not counting pauses. Without a delay it is never called. */
export function useTimer(key: string, delay: number | undefined, isPaused: boolean, onDone: () => void): void {
  const done = useRef(onDone);
  done.current = onDone;
  const left = useRef<{ key: string; time: number }>(undefined);
  useEffect(() => {
    if (delay === undefined || isPaused) return;
    const time = left.current?.key === key ? left.current.time : delay;
    const begun = performance.now();
    const timer = setTimeout(() => {
      left.current = undefined;
      done.current();
    }, time);
    return () => {
      clearTimeout(timer);
      left.current = { key, time: time - (performance.now() - begun) };
    };
  }, [key, delay, isPaused]);
}
