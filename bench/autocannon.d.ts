/** The part of the API in use; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second over all connections. */
    overallRate?: number;
    /** Number of requests instead of a duration. */
    amount?: number;
    setupClient: (client: { setRequests(requests: Request[]): void }) => void;
  }

  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    /** Seconds. */
    duration: number;
    requests: { total: number };
  }

  // biome-ignore lint/style/noDefaultExport: the package has one
  export default function autocannon(options: Options): Promise<Result> & {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void;
  };
}
