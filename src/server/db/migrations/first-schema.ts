import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { columnsOf, type DatabaseKind, type Step } from '../columns.ts';
import { accounts } from './0001/accounts.ts';
import { admin } from './0001/admin.ts';
import { entries } from './0001/entries.ts';
import { imports } from './0001/imports.ts';
import { income } from './0001/income.ts';
import { mails } from './0001/mails.ts';
import { orders } from './0001/orders.ts';
import { plan } from './0001/plan.ts';
import { vehicles } from './0001/vehicles.ts';

const statements = (kind: DatabaseKind): string[] =>
  [accounts, vehicles, entries, plan, orders, income, admin, mails, imports].flatMap((part) => part(columnsOf(kind)));

/**
 * Until release 0.2.0, the first migration is edited instead of adding others. Its name contains a hash of its statements, so that a
 * database of another commit is recognized.
 */
export const FIRST_SCHEMA = `0001_${createHash('sha256')
  .update(JSON.stringify([statements('sqlite'), statements('postgres')]))
  .digest('hex')
  .slice(0, 8)}`;

export const firstSchema: Step = async (db, { kind }) => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};
