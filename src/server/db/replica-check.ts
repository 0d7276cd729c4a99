import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '#contract/time.ts';
import { grouped } from './grouped.ts';
import { askedOnce } from './one-moment.ts';

/** Until where a server has written or replayed the write-ahead log, in bytes, and on which timeline. */
export interface LogPosition {
  position: number;
  timeline: number;
}

export interface ServerState extends LogPosition {
  isStandby: boolean;
  /** Identifies the cluster to which a primary and its standbys belong. */
  system: string;
}

interface CheckSettings {
  /** The position before which everything lies that was committed until now. Rejects if the primary is unavailable. */
  askPosition: () => Promise<LogPosition>;
  askPrimary: () => Promise<ServerState>;
  askReplica: () => Promise<ServerState>;
  /** Milliseconds that a read waits for the replica. */
  maxLag: number;
  /** Called with the reason when the replica is no longer used, and without one when it is used again. */
  onChange: (problem: string | undefined) => void;
}

/** Whether the replica answers, or why the primary does: the replica cannot be used, or has not replayed enough. */
export type Verdict = 'replica' | 'away' | 'behind';

export interface ReplicaCheck {
  /** 'replica' if it has everything that was committed when this request began to read. */
  verdict(): Promise<Verdict>;
  /** Reports a lost connection: the replica is not used until the next regular check succeeds. */
  lost(reason: string): void;
  isUsed(): boolean;
  /** Bytes of the log that the replica lacked at the last regular check. */
  lag(): number;
  stop(): void;
}

/** Milliseconds between two regular checks. */
const CHECK_EVERY = SECOND;
/** Milliseconds; doubles each time. */
const FIRST_REST = SECOND / 2;
const LAST_REST = 4 * SECOND;
const NO_ANSWER = 'it does not answer';
const NO_PRIMARY = 'the primary does not answer';
/** Milliseconds between the first two questions to a replica that is behind; doubles each time. */
const FIRST_PAUSE = 2;

/** Why reads must not go to a replica. Its state was asked before that of the primary, so it cannot be ahead. */
export function problemOf(primary: ServerState, replica: ServerState): string | undefined {
  if (!replica.isStandby) return 'it is not a standby';
  if (replica.system !== primary.system) return 'it belongs to another database cluster';
  if (replica.timeline !== primary.timeline) return `it is on timeline ${replica.timeline}, the primary on ${primary.timeline}`;
  return replica.position > primary.position ? 'it is ahead of the primary' : undefined;
}

/** False when `work` fails, or takes longer than that; it can ask whether its time is up. */
function inTime(milliseconds: number, work: (isLate: () => boolean) => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    let isLate = false;
    let last: NodeJS.Immediate | undefined;
    const end = (result: boolean): void => {
      isLate = true;
      clearTimeout(timer);
      clearImmediate(last);
      resolve(result);
    };
    // After a blocked event loop, timers run before I/O callbacks: setImmediate lets an answer that has already arrived count.
    const timer = setTimeout(() => {
      last = setImmediate(end, false);
    }, milliseconds);
    work(() => isLate).then(end, () => end(false));
  });
}

/** A time without waiting for a replica that was too far behind: longer each time, until it was current again. */
function newRest() {
  let until = 0;
  let length = FIRST_REST;
  const isOn = (): boolean => performance.now() < until;
  return {
    isOn,
    /** Reads that have waited at the same time begin one rest together. */
    begin(): void {
      if (isOn()) return;
      until = performance.now() + length;
      length = Math.min(2 * length, LAST_REST);
    },
    reset(): void {
      length = FIRST_REST;
    },
  };
}

/** Decides whether reads may go to a replica (decision 56). Checks it every second from now on. */
export function replicaCheck({ askPosition, askPrimary, askReplica, maxLag, onChange }: CheckSettings): ReplicaCheck {
  const positionNow = grouped(askPosition);
  const stateNow = grouped(askReplica);
  const rest = newRest();
  /** Undefined while the replica is not used. */
  let replica: ServerState | undefined;
  let problem: string | undefined;
  let losses = 0;
  let lag = 0;
  let isStopped = false;

  /** Reports each kind of problem once, with the details of its first time. */
  function setProblem(found: string | undefined, details = ''): void {
    if (isStopped) return;
    if (found !== undefined) replica = undefined;
    if (found !== problem) onChange(found && found + details);
    problem = found;
  }

  function lost(reason: string): void {
    losses++;
    setProblem(NO_ANSWER, ` (${reason})`);
  }

  async function check(): Promise<void> {
    const before = losses;
    let asked = NO_ANSWER;
    try {
      const state = await stateNow();
      asked = NO_PRIMARY;
      const primary = await askPrimary();
      if (losses !== before) return;
      lag = primary.position - state.position;
      const found = problemOf(primary, state);
      replica = state;
      setProblem(found);
    } catch (error) {
      setProblem(asked, ` (${error instanceof Error ? error.message : String(error)})`);
    }
  }

  async function keepChecking(): Promise<void> {
    while (!isStopped) {
      await check();
      await pause(CHECK_EVERY, undefined, { ref: false });
    }
  }

  /** Asks the replica until it has replayed that position, is not used any more, or the time is up. */
  async function replays({ position, timeline }: LogPosition, isLate: () => boolean): Promise<boolean> {
    for (let wait = FIRST_PAUSE; replica?.timeline === timeline && !isLate(); wait *= 2) {
      if (replica.position >= position) return true;
      const before = losses;
      const state = await stateNow();
      if (losses !== before || !state.isStandby) return false;
      replica = state;
      if (state.position < position) await pause(wait);
    }
    return false;
  }

  void keepChecking();
  return {
    async verdict() {
      if (!replica) return 'away';
      if (rest.isOn()) return 'behind';
      // A primary that is slow is no reason to send it more reads, so `maxLag` begins after its answer.
      const position = await askedOnce(positionNow).catch(() => undefined);
      if (!position) return replica ? 'behind' : 'away';
      const isCurrent = await inTime(maxLag, (isLate) => replays(position, isLate));
      if (isCurrent) rest.reset();
      else if (replica) rest.begin();
      return isCurrent ? 'replica' : replica ? 'behind' : 'away';
    },
    lost,
    isUsed: () => replica !== undefined,
    lag: () => lag,
    stop() {
      isStopped = true;
      replica = undefined;
    },
  };
}
