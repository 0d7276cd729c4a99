import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#contract/time.ts';

/** Processes of PostgreSQL whose statement is to be cancelled if it waits for a lock of a table, or of a row. */
export interface Suspects {
  ofTable: number[];
  ofRow: number[];
}

/** Cancels statements; returns those that did wait. */
export type Cancel = (suspects: Suspects) => Promise<CancelledWait[]>;
export interface CancelledWait {
  pid: number;
  isOfTable: boolean;
}

interface LockWaitSettings {
  /** Whether few connections are free. */
  isShort: () => boolean;
  /** Lets `work` cancel statements, on a connection of its own. */
  withCancel: (work: (cancel: Cancel) => Promise<void>) => Promise<void>;
}

export interface LockWaits {
  /** Called whenever a connection was asked for. */
  check(): void;
  /** Runs a statement on that process of PostgreSQL. */
  run<T>(pid: number, statement: () => Promise<T>): Promise<T>;
}

/** Milliseconds. Parallel writes wait for rows in ordinary operation, but hardly ever for a table. */
const ROW_WAIT = 1_000;
const TABLE_WAIT = 300;
/** For a second after a statement was cancelled because of a table. */
const LOCKED_TABLE_WAIT = 20;
const CHECK_EVERY = 50;

/** Like the error of `lock_timeout`. */
class LockWaitCancelled extends Error {
  readonly code = '55P03';

  constructor() {
    super('The statement waited for a lock while few connections were free.');
  }
}

/** Cancels statements that wait for a lock while few connections are free (decision 25). */
export function lockWaits({ isShort, withCancel }: LockWaitSettings): LockWaits {
  /** When the statement of each process began. */
  const begun = new Map<number, number>();
  /** Processes whose statement was cancelled and has not ended yet. */
  const cancelled = new Set<number>();
  let attempt: { suspects: readonly number[]; isOver: Promise<void> } | undefined;
  let lockedUntil = 0;
  /** Until then, writes that wait for the same row may be getting it in turn, since a statement that took long has succeeded. */
  let turnsUntil = 0;
  let isWatching = false;

  const isTableLocked = (): boolean => performance.now() < lockedUntil;
  const runningFor = (milliseconds: number): number[] => {
    const latest = performance.now() - milliseconds;
    return [...begun].filter(([, at]) => at <= latest).map(([pid]) => pid);
  };
  const isNeeded = (): boolean => isTableLocked() || runningFor(TABLE_WAIT).length > 0;

  async function watch(): Promise<void> {
    isWatching = true;
    while (isShort()) {
      if (isNeeded()) await withCancel(cancelWhileNeeded).catch(() => pause(SECOND, undefined, { ref: false }));
      await pause(CHECK_EVERY, undefined, { ref: false });
    }
    isWatching = false;
  }

  async function cancelWhileNeeded(cancel: Cancel): Promise<void> {
    while (isNeeded()) {
      if (isShort()) await cancelWaits(cancel);
      await pause(CHECK_EVERY, undefined, { ref: false });
    }
  }

  async function cancelWaits(cancel: Cancel): Promise<void> {
    const suspects = {
      ofTable: runningFor(isTableLocked() ? LOCKED_TABLE_WAIT : TABLE_WAIT),
      ofRow: performance.now() < turnsUntil ? [] : runningFor(ROW_WAIT),
    };
    const isOver = cancel(suspects).then((waits) => {
      for (const { pid } of waits) cancelled.add(pid);
      if (waits.some(({ isOfTable }) => isOfTable)) lockedUntil = performance.now() + SECOND;
    });
    attempt = { suspects: suspects.ofTable, isOver: isOver.catch(() => undefined) };
    await isOver.finally(() => {
      attempt = undefined;
    });
  }

  /**
   * A statement ends only when it is known whether it was cancelled. Otherwise the next one on the connection could be cancelled in its
   * place, or a commit could be acknowledged whose wait for the standby was cancelled.
   */
  async function end(pid: number): Promise<void> {
    begun.delete(pid);
    if (attempt?.suspects.includes(pid)) await attempt.isOver;
    if (cancelled.delete(pid)) throw new LockWaitCancelled();
  }

  return {
    check() {
      if (!isWatching && isShort()) void watch();
    },
    async run(pid, statement) {
      const at = performance.now();
      begun.set(pid, at);
      try {
        const result = await statement();
        if (performance.now() - at >= TABLE_WAIT) turnsUntil = performance.now() + ROW_WAIT;
        return result;
      } finally {
        await end(pid);
      }
    },
  };
}
