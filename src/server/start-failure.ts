import { inspect } from 'node:util';

/** The log text of a failed start: one line, followed by stack and causes unless a setting is invalid. */
export function startFailure(error: unknown): string {
  const line = `Carnet could not start. ${error instanceof Error ? error.message : String(error)}`;
  return error instanceof Error && error.name === 'SettingError' ? line : `${line}\n${inspect(error)}`;
}
