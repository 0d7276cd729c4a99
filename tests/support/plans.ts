/** How a database means to answer what a repository asks. */
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { DatabaseKind } from '#server/db/columns.ts';
import type { Db, Store } from '#server/db/store.ts';

/** Tables that hold a handful of rows, whatever happens. */
const SMALL = ['counts'];

export interface PlannedQuery {
  sql: string;
  /** Each step that reads a table that grows, in the database's own words. */
  reads: string[];
  /** Those of them that go through a whole table, or a whole index. */
  scans: string[];
}

/** What is asked through `use`, and how it is answered; the queries run as well. */
export async function plansOf({ db, kind }: Pick<Store, 'db' | 'kind'>, use: (db: Db) => Promise<unknown>): Promise<PlannedQuery[]> {
  const known = new WeakMap<object, RootOperationNode>();
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      known.set(queryId, node);
      return node;
    },
    // Parts of queries pass above too; only what was run comes here.
    async transformResult({ result, queryId }) {
      const node = known.get(queryId);
      if (node) nodes.push(node);
      return result;
    },
  };
  await use(db.withPlugin(plugin));
  const plans: PlannedQuery[] = [];
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' });
    const explain = kind === 'sqlite' ? 'explain query plan' : 'explain (format json)';
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]));
    plans.push({ sql, ...(READERS[kind] as (typeof READERS)['sqlite'])(rows) });
  }
  return plans;
}

type Reads = Pick<PlannedQuery, 'reads' | 'scans'>;

/** SEARCH walks a part of an index or a table, SCAN the whole; what is scanned by another name is a result of ours. */
function readSqlite(rows: unknown[]): Reads {
  const steps = rows.map((row) => (row as { detail: string }).detail);
  const reads = steps.filter((step) => /^(SEARCH|SCAN) (orders|users|audit)\b/.test(step));
  return { reads, scans: reads.filter((step) => step.startsWith('SCAN')) };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

function readPostgres(rows: unknown[]): Reads {
  const [row] = rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  const nodes = row ? allNodes(row['QUERY PLAN'][0].Plan) : [];
  const steps = nodes
    .filter((node) => (node['Relation Name'] || node['Index Name']) && !SMALL.includes(node['Relation Name'] ?? ''))
    // The bitmap's own index is a step of its own.
    .filter((node) => node['Node Type'] !== 'Bitmap Heap Scan');
  const told = (node: PlanNode) =>
    `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}: ${node['Index Cond'] ?? 'no Index Cond'}`;
  return { reads: steps.map(told), scans: steps.filter((node) => node['Index Cond'] === undefined).map(told) };
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

const READERS: Record<DatabaseKind, (rows: unknown[]) => Reads> = { sqlite: readSqlite, postgres: readPostgres };
