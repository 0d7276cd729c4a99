import type { CallFailure } from './call.ts';

/** Carries a failure through TanStack Query, which knows failures only as thrown. */
export class CallError extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The success of a call, or a CallError thrown: for query functions, `queryFn: ({ signal }) => needed(call(listVehicles, { signal }))`. */
export async function unwrap<T extends { success: true }>(result: Promise<T | CallFailure>): Promise<T> {
  const settled = await result;
  if (!settled.success) throw new CallError(settled as CallFailure);
  return settled as T;
}
