import { loggedError } from '../http/error-log.ts';

type Details = Record<string, unknown>;

/** What a process prints besides the log of its requests: messages about its startup, database and shutdown, at any LOG_LEVEL. */
export interface Output {
  /** `details` are written in JSON only. */
  info(message: string, details?: Details): void;
  warn(message: string, error?: unknown): void;
  fatal(message: string, error?: unknown): void;
}

const INFO = 30;
const WARN = 40;
const FATAL = 60;

const textOutput: Output = {
  info: (message) => console.log(message),
  warn: (message) => console.error(message),
  fatal: (message) => console.error(message),
};

const detailsOf = (error: unknown): Details => (error === undefined ? {} : { err: loggedError(error) });

/** Lines in the format of the log. */
function jsonOutput(): Output {
  const lineOf = (level: number, message: string, details?: Details): string =>
    JSON.stringify({ level, time: Date.now(), pid: process.pid, ...details, msg: message });
  return {
    info: (message, details) => console.log(lineOf(INFO, message, details)),
    warn: (message, error) => console.error(lineOf(WARN, message, detailsOf(error))),
    fatal: (message, error) => console.error(lineOf(FATAL, message, detailsOf(error))),
  };
}

export const openOutput = (isJson: boolean): Output => (isJson ? jsonOutput() : textOutput);

/** Makes Node's own messages (warnings, uncaught errors) JSON lines as well. */
export function printJsonOnly(output: Output): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => output.warn(warning.message, warning));
  process.on('uncaughtException', (error) => {
    output.fatal('Carnet ended unexpectedly.', error);
    process.exit(1);
  });
}
