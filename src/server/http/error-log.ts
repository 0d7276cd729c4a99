/** Allowlist: other fields, such as `detail`, `where`, `parameters`, `rejected`, `envelope`, `response`, may contain user data. */
const LOGGED_FIELDS = ['code', 'errno', 'errcode', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'responseCode'];
const MAX_TEXT = 4_000;
const MAX_DEPTH = 4;
const EMAIL = /[^\s<>()"',;:@]{1,64}@[^\s<>()"',;:@]{1,255}/g;

const withoutEmails = (text: unknown): string => String(text).slice(0, MAX_TEXT).replace(EMAIL, '[email]');

interface LoggedError extends Record<string, unknown> {
  type: string;
  message: string;
  stack: string;
}

/** Returns the loggable part of an error, without the personal data that database drivers and the mail library add. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { name, message, stack, cause } = error;
  const fields = Object.entries(error).filter(([key, value]) => LOGGED_FIELDS.includes(key) && ['string', 'number'].includes(typeof value));
  return {
    type: name,
    message: withoutEmails(message),
    stack: withoutEmails(stack),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: loggedError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < MAX_DEPTH && { errors: error.errors.slice(0, MAX_DEPTH).map((one) => loggedError(one, depth + 1)) }),
  };
}
