/** Current use of the database connections of this process. */
export type DatabaseUsage =
  | { kind: 'postgres'; total: number; idle: number; waiting: number }
  /** `busyRetries`: repeated attempts since startup because another process held a lock. */
  | { kind: 'sqlite'; busyRetries: number };
