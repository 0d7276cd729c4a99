/** Queries for the states of a primary and its standby; positions are bytes of the write-ahead log. */
const FLUSHED = 'pg_current_wal_flush_lsn()';
const SYSTEM = '(select system_identifier from pg_control_system())::text as system';
const bytes = (position: string): string => `pg_wal_lsn_diff(${position}, '0/0')::float8 as position`;

/** The first 8 digits of the name of a log file are the timeline. Fails on a standby. */
export const FLUSHED_POSITION = `select ${bytes(FLUSHED)}, ('x' || left(pg_walfile_name(${FLUSHED}), 8))::bit(32)::int as timeline`;
export const PRIMARY_STATE = `${FLUSHED_POSITION}, false as "isStandby", ${SYSTEM}`;
/** The control file of a standby names the timeline of its last restartpoint. */
export const STANDBY_STATE = `select ${bytes("coalesce(pg_last_wal_replay_lsn(), '0/0')")},
  (select timeline_id from pg_control_checkpoint()) as timeline, pg_is_in_recovery() as "isStandby", ${SYSTEM}`;
