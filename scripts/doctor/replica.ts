import { SECOND } from '#contract/time.ts';
import { postgresName } from '#server/db/database-name.ts';
import { postgresAddress } from '#server/db/postgres-address.ts';
import { hostsOf, withClient } from '#server/db/postgres-hosts.ts';
import { withLimits } from '#server/db/postgres-limits.ts';
import { problemOf, type ServerState } from '#server/db/replica-check.ts';
import { PRIMARY_STATE, STANDBY_STATE } from '#server/db/replica-queries.ts';
import { error, type Finding, ok, reasonOf, warning } from './finding.ts';

interface ReplicaSettings {
  databaseUrl: string | undefined;
  replica: { url: string } | undefined;
}

/** Milliseconds. */
const TIMEOUT = 5 * SECOND;
/** Bytes of the log. */
const LAG_MAX = 16_000_000;

const stateOf = (url: string, query: string): Promise<ServerState> =>
  withClient(url, TIMEOUT, async (client) => (await client.query<ServerState>(query)).rows[0] as ServerState);

/** Of several hosts in DATABASE_URL, the one that accepts writes. */
async function stateOfPrimary(databaseUrl: string): Promise<ServerState> {
  const hosts = hostsOf(withLimits(postgresAddress(databaseUrl)), TIMEOUT);
  await hosts.find();
  return stateOf(hosts.latest(), PRIMARY_STATE);
}

/** Whether reads can go to the server of DATABASE_READ_URL. Without it, the primary answers them: nothing fails. */
export async function checkReplica({ databaseUrl, replica }: ReplicaSettings): Promise<Finding[]> {
  if (!databaseUrl || !replica) return [];
  const name = postgresName(replica.url);
  try {
    const standby = await stateOf(replica.url, STANDBY_STATE);
    const primary = await stateOfPrimary(databaseUrl);
    const problem = problemOf(primary, standby);
    if (problem)
      return [error(`Replica: ${name} is not used: ${problem}. DATABASE_READ_URL has to name a streaming standby of DATABASE_URL.`)];
    const lag = primary.position - standby.position;
    if (lag > LAG_MAX)
      return [warning(`Replica: ${name} lacks ${Math.round(lag / 1_000_000)} MB of the log. Check its replication and its replay.`)];
    return [ok(`Replica: ${name} is a standby of the database`)];
  } catch (failure) {
    return [warning(`Replica: ${name} cannot be checked (${reasonOf(failure)}), the primary answers all reads. Check DATABASE_READ_URL.`)];
  }
}
