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
const STARTED_PER_TURN = 16;
/** Shared by all rejections, because creating a stack trace takes a fifth of their time. */
const OVERLOADED = new AppError('api.503');

type Done = (error?: Error) => void;

interface Request {
  raw: { socket: { destroyed: boolean } };
}

interface Waiting {
  request: Request;
  done: Done;
  /** Async context of this request. Otherwise `done` would run in that of the request that scheduled the turn, and in its trace. */
  context: AsyncResource;
}

export interface Load {
  /**
   * An onRequest hook: lets requests begin in their order, a few per turn of the event loop if there are many. Passes on api.503 if
   * all slots are in use. A request whose client has disconnected meanwhile never begins.
   */
  enqueue(request: Request, reply: unknown, done: Done): void;
  /** Runs `work` in a slot; throws api.503 if all slots are in use. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Slots in use, and requests that wait for their turn. */
  inFlight(): number;
}

/**
 * Counts work instead of open connections: a slow upload or download occupies no slot, and work for a disconnected client occupies
 * its slot until it ends.
 */
export function newLoad(max: number = MAX_IN_FLIGHT): Load {
  let working = 0;
  let waiting: Waiting[] = [];
  const inFlight = (): number => working + waiting.length;
  const turn = (): void => {
    waiting = waiting.filter(({ request }) => !request.raw.socket.destroyed);
    const beginning = waiting.splice(0, STARTED_PER_TURN);
    if (waiting.length > 0) setImmediate(turn);
    for (const { done, context } of beginning) context.runInAsyncScope(done);
  };
  return {
    enqueue(request, _reply, done) {
      if (inFlight() >= max) {
        done(OVERLOADED);
        return;
      }
      if (waiting.length === 0) setImmediate(turn);
      // AsyncResource.bind would do the same, but takes 12 µs of each request.
      waiting.push({ request, done, context: new AsyncResource('WaitingRequest') });
    },
    inFlight,
    async run(work) {
      if (working >= max) throw OVERLOADED;
      working++;
      try {
        return await work();
      } finally {
        working--;
      }
    },
  };
}
