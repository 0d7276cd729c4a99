/** A process that keeps writing to a database: each transaction adds two rows whose sum is zero. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';

const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 10_000 });
database.exec('PRAGMA synchronous = OFF');
const insert = database.prepare('INSERT INTO pairs (value) VALUES (?)');
for (let n = 1; ; n += 1) {
  try {
    database.exec('BEGIN IMMEDIATE');
    insert.run(n);
    insert.run(-n);
    database.exec('COMMIT');
    if (n === 1) process.send?.('writing');
  } catch {
    // A restore has locked the database.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
  await after(0);
}
