import type { CallFailure } from './call.ts';

/** Wraps a failure for TanStack Query, which expects query functions to throw. */
export class CallError extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Resolves to a successful result or throws a CallError, as in `queryFn: ({ signal }) => unwrap(call(listVehicles, { signal }))`. */
export async function unwrap<T extends { success: true }>(result: Promise<T | CallFailure>): Promise<T> {
  const settled = await result;
  if (!settled.success) throw new CallError(settled as CallFailure);
  return settled as T;
}
