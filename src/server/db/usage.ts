/** Use of a replica and of the connections to it. */
export interface ReplicaUsage {
  total: number;
  idle: number;
  waiting: number;
  /** Whether reads may go to it now. */
  isUsed: boolean;
  /** Bytes of the log that it lacked at the last check. */
  lag: number;
  /** Queries that may go to it, since the start: answered by it, and those that the primary answered, by reason. */
  reads: Record<'replica' | 'away' | 'behind' | 'failed', number>;
}

/** Current use of the database connections of this process. */
export type DatabaseUsage =
  | { kind: 'postgres'; total: number; idle: number; waiting: number; replica?: ReplicaUsage }
  /** `busyRetries`: repeated attempts since the start because another process held a lock. */
  | { kind: 'sqlite'; busyRetries: number };
