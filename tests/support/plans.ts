/** Query plans of repository calls. */
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import type { DatabaseKind } from '#server/db/columns.ts';
import type { Db, Store } from '#server/db/store.ts';

/** Tables that always have only a handful of rows. */
const SMALL = ['jobs'];

export interface PlannedQuery {
  sql: string;
  /** Steps that read a growing table, as the database describes them. */
  reads: string[];
  /** Those of `reads` that go through a whole table or a whole index. */
  scans: string[];
}

/** Runs `use` and returns its queries with their plans. */
export async function plansOf({ db, kind }: Pick<Store, 'db' | 'kind'>, use: (db: Db) => Promise<unknown>): Promise<PlannedQuery[]> {
  const nodeById = new WeakMap<object, RootOperationNode>();
  const nodes: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodeById.set(queryId, node);
      return node;
    },
    // Parts of queries also pass through transformQuery; only executed queries get here.
    async transformResult({ result, queryId }) {
      const node = nodeById.get(queryId);
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

/** SEARCH reads a part of an index or a table, SCAN all of it; a SCAN of another name reads an intermediate result. */
function readSqlite(rows: unknown[]): Reads {
  const steps = rows.map((row) => (row as { detail: string }).detail);
  const reads = steps.filter((step) =>
    /^(SEARCH|SCAN) (orders|income|closed_orders|users|user_pieces|audit|mails|entries|feedback|feedback_words|words|w)\b/.test(step),
  );
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
    // The index scan of a bitmap is a separate step, and a write reads through the steps below it.
    .filter((node) => node['Node Type'] !== 'Bitmap Heap Scan' && node['Node Type'] !== 'ModifyTable');
  const describe = (node: PlanNode) =>
    `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}: ${node['Index Cond'] ?? 'no Index Cond'}`;
  return { reads: steps.map(describe), scans: steps.filter((node) => node['Index Cond'] === undefined).map(describe) };
}

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)];

const READERS: Record<DatabaseKind, (rows: unknown[]) => Reads> = { sqlite: readSqlite, postgres: readPostgres };

/** Tables that stay small by design, with the reason; scans of them are allowed. */
export const BOUNDED: Record<string, string> = {
  ...{ prices: 'one row a tariff', payments: 'one row a language', block_message: 'one row', seller: 'one row' },
  ...{ advert_list: 'one row', adverts: 'a list that administrators edit as a whole', advert_images: 'uploaded by administrators' },
  ...{
    admins: 'people who run the product',
    admin_invitations: 'people whom they invite',
    admin_sessions: 'theirs, swept after hours',
    jobs: 'one row for each job of the code',
  },
  ...{ visits: 'one row a day, and all days are listed' },
};

/**
 * The steps of a statement's plan that go through a whole growing table or a whole index of it. On a PostgreSQL store opened with
 * `enable_seqscan=off`, a scan means that no index fits; so it does on SQLite without statistics.
 */
export async function scansOf({ db, kind }: Pick<Store, 'db' | 'kind'>, query: CompiledQuery): Promise<string[]> {
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain (format json)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
  return kind === 'sqlite' ? sqliteScans(rows, query.sql) : postgresScans(rows);
}

/** SQLite names a table by its alias; `page`, `found` and the like are intermediate results of the query. */
function sqliteScans(rows: unknown[], text: string): string[] {
  const steps = rows.map((row) => (row as { detail: string }).detail);
  return steps.filter((step) => {
    const name = /^SCAN (\w+)/.exec(step)?.[1];
    if (name === undefined || name === 'CONSTANT') return false;
    const table = new RegExp(`"?(\\w+)"? as "?${name}"?`).exec(text)?.[1] ?? name;
    return !(table in BOUNDED) && !['page', 'found', 'newest', 'candidate', 'matching', 'section', 'counted'].includes(name);
  });
}

function postgresScans(rows: unknown[]): string[] {
  const [row] = rows as { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  const nodes = row ? allNodes(row['QUERY PLAN'][0].Plan) : [];
  return nodes
    .filter((node) => /Scan/.test(node['Node Type']) && (node['Relation Name'] || node['Index Name']))
    .filter((node) => node['Node Type'] !== 'Bitmap Heap Scan' && node['Index Cond'] === undefined)
    .filter((node) => !((node['Relation Name'] ?? '') in BOUNDED))
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`);
}
