import { AsyncResource } from 'node:async_hooks';
import { AppError } from '../app-error.ts';

/**
 * Maximum concurrent requests per process; further requests fail with 503. One core answers 1,900 to 4,000 lists or
 * 1,000 to 2,500 durable creates per second (bench/), so an accepted request is answered within about a second.
 */
export const MAX_IN_FLIGHT = 1_000;
/**
 * Node accepts one connection per turn of the event loop: if thousands of requests ran in the same turn, new connections, such as those
 * of health checks, would wait for seconds. A queue of up to SHORT_QUEUE requests begins in one turn, so that their writes share a commit;
 * of a longer one, only ADMITTED_PER_TURN begin.
 */
const SHORT_QUEUE = 100;
const ADMITTED_PER_TURN = 2;
const REJECTED_PER_TURN = 4;
/**
 * Milliseconds. A turn that took several times as long counts as several turns: whatever fills it, such as thousands of requests for unknown
 * paths, must not hold back those that wait.
 */
const TURN_TIME = 2;
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
}

export interface Load {
  /**
   * As an onRequest hook: lets requests begin in their order, a few per turn of the event loop if there are many. Passes on api.503 if
   * all slots are in use. A request whose client has disconnected meanwhile never begins.
   */
  admit(request: Request, reply: unknown, done: Done): void;
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
  const scheduleTurn = (): void => {
    isTurnDue = true;
    turnStart = now();
    setImmediate(turn);
  };
  const turn = (): void => {
    const turns = Math.max(1, Math.floor((now() - turnStart) / TURN_TIME));
    const beginning = takeConnected(
      admitted,
      admitted.length > SHORT_QUEUE ? Math.min(ADMITTED_PER_TURN * turns, SHORT_QUEUE) : SHORT_QUEUE,
    );
    const refused = takeConnected(rejected, Math.min(REJECTED_PER_TURN * turns, SHORT_QUEUE));
    isTurnDue = false;
    if (admitted.length + rejected.length > 0) scheduleTurn();
    for (const { done } of beginning) done();
    for (const { done } of refused) done(FULL);
  };
  return {
    admit(request, _reply, done) {
      const isFull = inFlight() >= max;
      if (isFull && rejected.length >= MAX_REJECTIONS_WAITING) {
        done(FULL);
        return;
      }
      // Otherwise it would run in the asynchronous context of the request that scheduled the turn, to whose trace its spans would belong.
      (isFull ? rejected : admitted).push({ request, done: AsyncResource.bind(done) });
      if (!isTurnDue) scheduleTurn();
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
