import { inspect } from 'node:util';

/** Errors whose message says it all. */
const CLEAR = ['SettingError', 'SchemaError', 'PoolerError'];

/** The log text of a failed start: one line, followed by stack and causes unless the message says it all. */
export function startFailure(error: unknown): string {
  const line = `Carnet could not start. ${error instanceof Error ? error.message : String(error)}`;
  return error instanceof Error && CLEAR.includes(error.name) ? line : `${line}\n${inspect(error)}`;
}
