import { inspect } from 'node:util';

/** The log text of a failed start: one line, then stack and causes, except for a wrong setting. */
export function startFailure(error: unknown): string {
  const line = `Carnet could not start. ${error instanceof Error ? error.message : String(error)}`;
  return error instanceof Error && error.name === 'SettingError' ? line : `${line}\n${inspect(error)}`;
}
