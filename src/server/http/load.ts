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
/** Further ones are sent at once: a client that reads its answers is slowed down by them, and those that wait take memory. */
const MAX_REJECTIONS_WAITING = 5_000;
/** One for all, because its stack trace costs a fifth of the time of a rejection. */
const FULL = new AppError('api.503');

type Done = (error?: Error) => void;

interface Reply {
  raw: { destroyed: boolean };
}

interface Waiting {
  reply: Reply;
  done: Done;
}

export interface Load {
  /**
   * As an onRequest hook: lets requests begin in their order, a few per turn of the event loop if there are many. Passes on api.503 if
   * all slots are in use. A request whose client has disconnected meanwhile never begins.
   */
  admit(request: unknown, reply: Reply, done: Done): void;
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
  const admitted: Waiting[] = [];
  const rejected: Waiting[] = [];
  const inFlight = (): number => working + admitted.length;
  let isTurnDue = false;
  const turn = (): void => {
    const beginning = takeConnected(admitted, admitted.length > SHORT_QUEUE ? ADMITTED_PER_TURN : SHORT_QUEUE);
    const refused = takeConnected(rejected, REJECTED_PER_TURN);
    isTurnDue = admitted.length + rejected.length > 0;
    if (isTurnDue) setImmediate(turn);
    for (const { done } of beginning) done();
    for (const { done } of refused) done(FULL);
  };
  return {
    admit(_request, reply, done) {
      const isFull = inFlight() >= max;
      if (isFull && rejected.length >= MAX_REJECTIONS_WAITING) {
        done(FULL);
        return;
      }
      (isFull ? rejected : admitted).push({ reply, done });
      if (!isTurnDue) setImmediate(turn);
      isTurnDue = true;
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
    if (!next.reply.raw.destroyed) taken.push(next);
  }
  return taken;
}
