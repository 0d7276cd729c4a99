import { AsyncLocalStorage } from 'node:async_hooks';

/** Values that the reads of a request share, by the question that they answer. */
const moment = new AsyncLocalStorage<Map<() => unknown, unknown>>();

/** Runs the reads of one request: what `askedOnce` asks for is asked once. Not for work that reads what it has written. */
export const atOneMoment = <T>(work: () => Promise<T>): Promise<T> => moment.run(new Map(), work);

/** Outside of `atOneMoment`, it is asked each time. */
export function askedOnce<T>(ask: () => Promise<T>): Promise<T> {
  const answers = moment.getStore();
  if (!answers) return ask();
  const answer = (answers.get(ask) as Promise<T> | undefined) ?? ask();
  answers.set(ask, answer);
  return answer;
}
