import { AsyncResource } from 'node:async_hooks';
import { AppError } from '../app-error.ts';

/**
 * Maximum concurrent requests per process; further requests fail with 503. One core answers 1,200 to 8,000 lists or
 * 800 to 6,000 durable creates per second, so an accepted request is answered within about a second.
 */
export const MAX_IN_FLIGHT = 1_000;
/**
 * Requests that begin in one turn of the event loop. What they need is in memory at the same time, and costs the garbage collector more time
 * the more of them there are (decision 22).
 */
const ADMITTED_PER_TURN = 16;
/** Milliseconds; see MOST_ADMITTED_PER_TURN. */
const TURN_TIME = 10;
/**
 * Node accepts one connection per turn: while thousands of clients connect, long turns would keep the later ones, such as health checks,
 * waiting for seconds. Therefore only so many begin in a turn that accepted a connection if more than MANY_WAITING wait.
 */
const ADMITTED_WHILE_ACCEPTING = 2;
const TURN_TIME_WHILE_ACCEPTING = 2;
const MANY_WAITING = 100;
/**
 * A turn that took several times as long counts as several turns, up to so many requests: whatever fills it, such as thousands of requests
 * for unknown paths, must not hold back those that wait.
 */
const MOST_ADMITTED_PER_TURN = 100;
/**
 * Rejections per millisecond. Each takes about 0.1 ms, so they use at most a fifth of the time, however many clients repeat at once. Up to
 * REJECTED_AT_ONCE are sent without waiting after a time with fewer.
 */
const REJECTED_PER_MS = 2;
const REJECTED_AT_ONCE = 100;
/** Milliseconds until the next ones of those that wait. */
const REJECT_EVERY = 5;
/** Further ones are sent at once: those that wait take memory, and a client that sends without reading is slowed down by its answers. */
const MAX_REJECTIONS_WAITING = 5_000;
/** One for all, because its stack trace costs a fifth of the time of a rejection. */
const FULL = new AppError('api.503');

type Done = (error?: Error) => void;

interface Request {
  raw: { socket: { destroyed: boolean } };
}

interface Waiting {
  request: Request;
  done: Done;
  /** Of this request: `done` would otherwise run in the context of the request that scheduled the turn, and its spans belong to that trace. */
  context: AsyncResource;
}

export interface Load {
  /**
   * As an onRequest hook: lets requests begin in their order, a few per turn of the event loop if there are many. Passes on api.503 if
   * all slots are in use, after a while if there are many. A request whose client has disconnected meanwhile never begins.
   */
  admit(request: Request, reply: unknown, done: Done): void;
  /** Says that the server accepted a connection; further ones may wait for the next turns. */
  accepted(): void;
  /** Runs `work` in a slot; throws api.503 if all slots are in use. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Slots in use, and requests that wait for their turn. */
  inFlight(): number;
}

/**
 * Counts work instead of open connections: a slow upload or download occupies no slot, and work for a disconnected client occupies
 * its slot until it ends. `now` is in milliseconds.
 */
export function newLoad(max: number = MAX_IN_FLIGHT, now: () => number = () => performance.now()): Load {
  let working = 0;
  const admitted: Waiting[] = [];
  const rejected: Waiting[] = [];
  const inFlight = (): number => working + admitted.length;
  let isTurnDue = false;
  let turnStart = 0;
  /** Whether a connection was accepted since the last turn. */
  let hasAccepted = false;
  let isRejecting = false;
  let credit = REJECTED_AT_ONCE;
  let creditedAt = now();
  const scheduleTurn = (): void => {
    isTurnDue = true;
    turnStart = now();
    setImmediate(turn);
  };
  const turn = (): void => {
    const [count, time] =
      hasAccepted && admitted.length > MANY_WAITING
        ? [ADMITTED_WHILE_ACCEPTING, TURN_TIME_WHILE_ACCEPTING]
        : [ADMITTED_PER_TURN, TURN_TIME];
    const turns = Math.max(1, Math.floor((now() - turnStart) / time));
    const beginning = takeConnected(admitted, Math.min(count * turns, MOST_ADMITTED_PER_TURN));
    hasAccepted = false;
    isTurnDue = false;
    if (admitted.length > 0) scheduleTurn();
    for (const { done, context } of beginning) context.runInAsyncScope(done);
  };
  const reject = (): void => {
    const time = now();
    credit = Math.min(credit + (time - creditedAt) * REJECTED_PER_MS, REJECTED_AT_ONCE);
    creditedAt = time;
    const refused = takeConnected(rejected, Math.floor(credit));
    credit -= refused.length;
    isRejecting = rejected.length > 0;
    if (isRejecting) setTimeout(reject, REJECT_EVERY);
    for (const { done, context } of refused) context.runInAsyncScope(done, undefined, FULL);
  };
  return {
    admit(request, _reply, done) {
      const isFull = inFlight() >= max;
      if (isFull && rejected.length >= MAX_REJECTIONS_WAITING) {
        done(FULL);
        return;
      }
      // AsyncResource.bind would do the same, but takes 12 µs of each request.
      (isFull ? rejected : admitted).push({ request, done, context: new AsyncResource('WaitingRequest') });
      if (isFull && !isRejecting) reject();
      if (!isFull && !isTurnDue) scheduleTurn();
    },
    accepted() {
      hasAccepted = true;
    },
    inFlight,
    async run(work) {
      if (working >= max) throw FULL;
      working++;
      try {
        return await work();
      } finally {
        working--;
      }
    },
  };
}

/** Removes requests from the front until it has that many whose clients are still connected. */
function takeConnected(list: Waiting[], count: number): Waiting[] {
  const taken: Waiting[] = [];
  while (taken.length < count) {
    const next = list.shift();
    if (!next) break;
    if (!next.request.raw.socket.destroyed) taken.push(next);
  }
  return taken;
}
