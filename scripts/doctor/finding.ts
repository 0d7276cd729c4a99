export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** What was found, and for warnings and errors what to do. */
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const error = (text: string): Finding => ({ level: 'error', text });

/** The code of a driver's or Node's error, otherwise its message; neither contains a password. */
export function reasonOf(failure: unknown): string {
  const { code, message } = failure as { code?: unknown; message?: string };
  return typeof code === 'string' && message ? `${code}: ${message}` : String(message || code || failure);
}
