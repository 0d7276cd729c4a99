/** Calls every function of every repository with the arguments of repo-call-arguments.ts; nothing is executed. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import type { DatabaseKind } from '#server/db/columns.ts';
import type { Db, Store } from '#server/db/store.ts';
import type { Tables } from '#server/db/tables.ts';
import { PROJECT } from './processes.ts';
import { CALLS } from './repo-call-arguments.ts';
import { EMAIL } from './repo-call-rows.ts';

export interface RepoCall {
  /** `usersRepo.find` */
  name: string;
  queries: CompiledQuery[];
}

type Maker = (db: Db, kind: DatabaseKind) => Repo;
type Repo = Record<string, (...parameters: readonly unknown[]) => Promise<unknown>>;

/** The result row of every query; it lets a function continue with its next statement. */
const ROW = { id: 1, image_id: 'image', count: 1, value: 1, user_id: 1, kind: 'entries', email: EMAIL };

/** A database with the store's dialect that only records the queries. */
function recorder(store: Store, queries: CompiledQuery[]): Db {
  const executor = store.db.getExecutor();
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      queries.push(query);
      return { rows: [{ ...ROW }] as R[], numAffectedRows: 1n };
    },
    async *streamQuery() {
      yield { rows: [] };
    },
  };
  const nothing = async (): Promise<void> => undefined;
  const driver: Driver = {
    ...{ init: nothing, beginTransaction: nothing, commitTransaction: nothing, rollbackTransaction: nothing },
    ...{ releaseConnection: nothing, destroy: nothing, acquireConnection: async () => connection },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => executor.adapter,
      createDriver: () => driver,
      createIntrospector: () => store.db.introspection,
      createQueryCompiler: () => ({ compileQuery: (node, queryId) => executor.compileQuery(node, queryId) }),
    },
  });
}

async function repos(): Promise<[string, Maker][]> {
  const server = join(PROJECT, 'src/server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.repo.ts'));
  const modules = await Promise.all(files.map((file) => import(join(server, file)) as Promise<Record<string, unknown>>));
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Maker] => entry[0].endsWith('Repo') && typeof entry[1] === 'function');
}

/** The queries of each function of each repository; throws if a function is missing in CALLS. */
export async function recordRepoCalls(store: Store): Promise<RepoCall[]> {
  const calls: RepoCall[] = [];
  const missing: string[] = [];
  for (const [repo, make] of await repos()) {
    for (const method of Object.keys(make(store.db, store.kind))) {
      const name = `${repo}.${method}`;
      const parametersOfCalls = CALLS[repo]?.[method];
      if (!parametersOfCalls) missing.push(name);
      const queries: CompiledQuery[] = [];
      for (const parameters of parametersOfCalls ?? []) await make(recorder(store, queries), store.kind)[method]?.(...parameters);
      calls.push({ name, queries });
    }
  }
  if (missing.length > 0) throw new Error(`tests/support/repo-call-arguments.ts has no arguments for ${missing.join(', ')}`);
  return calls;
}
