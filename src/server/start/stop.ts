import { setTimeout as after } from 'node:timers/promises';
import { SECOND } from '#contract/time.ts';
import type { App } from '../app.ts';
import type { Store } from '../db/store.ts';
import type { Output } from './output.ts';

/** Milliseconds that requests in progress get when the process is asked to stop. */
const STOP_AFTER = 4_000;
const SWEEP_EVERY = 50;
/** Milliseconds after which the process ends, even if the database hangs. */
const LAST_DEADLINE = 8_000;

interface Stop {
  app: App;
  store: Store;
  output: Output;
  /** Milliseconds after SIGTERM in which requests are still accepted, while /readyz fails. */
  drain: number;
}

const settled = (work: () => Promise<unknown>): Promise<Error | undefined> =>
  work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );

/** Stops on SIGTERM after `drain`, and on SIGINT (Ctrl+C) at once. A second signal ends the drain and the requests in progress. */
export function stopOnSignals({ app, store, output, drain }: Stop): void {
  const { server } = app;
  const urgent = new AbortController();
  let isStopping = false;

  function end(code: number, error?: Error): void {
    if (error) output.warn(`Carnet did not stop in order: ${error.message}`, error);
    else output.info('stopped');
    process.exit(code);
  }

  async function stop(): Promise<void> {
    // A connection whose last request has been answered would else stay open for its next one.
    const sweep = setInterval(() => server.server.closeIdleConnections(), SWEEP_EVERY);
    const closeAll = (): void => server.server.closeAllConnections();
    const force = setTimeout(closeAll, STOP_AFTER);
    urgent.signal.addEventListener('abort', closeAll);
    setTimeout(() => end(1, new Error('the database or a request did not end in time')), LAST_DEADLINE).unref();
    const closed = await settled(() => server.close());
    const stored = await settled(() => store.close());
    clearInterval(sweep);
    clearTimeout(force);
    const failed = closed ?? stored;
    end(failed ? 1 : 0, failed);
  }

  async function onSignal(milliseconds: number): Promise<void> {
    if (isStopping) return urgent.abort();
    isStopping = true;
    app.drain();
    output.info(milliseconds > 0 ? `stopping: accepts requests for ${milliseconds / SECOND} s, as DRAIN_SECONDS says` : 'stopping');
    if (milliseconds > 0) await after(milliseconds, undefined, { signal: urgent.signal }).catch(() => undefined);
    const stopped = stop();
    if (urgent.signal.aborted) server.server.closeAllConnections();
    await stopped;
  }

  process.on('SIGTERM', () => void onSignal(drain));
  process.on('SIGINT', () => void onSignal(0));
}
