import {
  AliasNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type LogEvent,
  type OperationNode,
  RawNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';

export type Operation = 'select' | 'insert' | 'update' | 'delete' | 'begin' | 'commit' | 'rollback' | 'other';

/** A finished or failed query. Values are not part of it. */
export interface TimedQuery {
  operation: Operation;
  /** The (first) table; 'other' for a subquery or a raw select. */
  table: string;
  /** With placeholders for all values. */
  sql: string;
  milliseconds: number;
}

export type OnQuery = (query: TimedQuery) => void;

const RAW = /^\s*(select|insert(?= into)|update|delete(?= from)|begin|commit|rollback)\b(?: (?:into |from )?"?([a-z_]+))?/;

function tableOf(node: OperationNode | undefined): string {
  if (node && AliasNode.is(node)) return tableOf(node.node);
  return node && TableNode.is(node) ? node.table.identifier.name : 'other';
}

function kindOf({ query, sql }: CompiledQuery): Pick<TimedQuery, 'operation' | 'table'> {
  if (SelectQueryNode.is(query)) return { operation: 'select', table: tableOf(query.from?.froms[0]) };
  if (InsertQueryNode.is(query)) return { operation: 'insert', table: tableOf(query.into) };
  if (UpdateQueryNode.is(query)) return { operation: 'update', table: tableOf(query.table) };
  if (DeleteQueryNode.is(query)) return { operation: 'delete', table: tableOf(query.from.froms[0]) };
  const [, operation = 'other', table = 'other'] = (RawNode.is(query) && RAW.exec(sql)) || [];
  return { operation: operation as Operation, table: ['insert', 'update', 'delete'].includes(operation) ? table : 'other' };
}

/** The log function for Kysely that passes each query on. */
export const timedQueries =
  (onQuery: OnQuery) =>
  ({ query, queryDurationMillis }: LogEvent): void =>
    onQuery({ ...kindOf(query), sql: query.sql, milliseconds: queryDurationMillis });
