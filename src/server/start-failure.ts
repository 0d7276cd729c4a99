import { inspect } from 'node:util';

/** What the log says of a start that failed: one line, then stack and causes, unless a wrong setting explains everything. */
export function startFailure(error: unknown): string {
  const line = `Carnet could not start. ${error instanceof Error ? error.message : String(error)}`;
  return error instanceof Error && error.name === 'SettingError' ? line : `${line}\n${inspect(error)}`;
}
