import { readConfig, SettingError } from '#server/settings/config.ts';

/** What the rejection of a start says about these settings; empty if they are valid. */
export function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof SettingError) return error.problems;
    throw error;
  }
  return [];
}
