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

/** The statements of the first migration. */
export const firstStatements = (kind: DatabaseKind): string[] =>
  [accounts, vehicles, entries, plan, orders, income, admin, mails, imports].flatMap((part) => part(columnsOf(kind)));

/** Released with 0.2.0. The name has a hash of the statements, which a test compares: they never change. */
export const FIRST_SCHEMA = '0001_4b3575a0';

export const firstSchema: Step = async (db, { kind }) => {
  for (const statement of firstStatements(kind)) await sql.raw(statement).execute(db);
};
