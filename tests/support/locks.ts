import type { DatabaseKind } from '#server/db/columns.ts';
import { codesPerHour, registrations, wrongCodes, wrongPasswords } from '#tests/support/account-races.ts';
import { adminsAgainstEachOther } from '#tests/support/admin-account-races.ts';
import { announcements, orderNotes, undoActivationOnce } from '#tests/support/admin-order-races.ts';
import { advertsUnseen } from '#tests/support/admin-races.ts';
import { archivesAtOnce, changesBesideArchive, restoresAtOnce } from '#tests/support/archive-races.ts';
import { deletions, deletionWhileWriting, passwordChanges } from '#tests/support/deletion-races.ts';
import { sameCorrection, samePartPayment, samePayment, samePaymentOfNobody } from '#tests/support/income-races.ts';
import { dueMails } from '#tests/support/mail-races.ts';
import { repliesUnseen } from '#tests/support/message-races.ts';
import { cancelBesideConfirm, confirmations, notices, oneOpenOrder } from '#tests/support/order-races.ts';
import type { Patch } from '#tests/support/patched.ts';
import {
  noteWriters,
  type Race,
  recordsBesideChangeOfType,
  sameRecordKey,
  sameVehicleKey,
  vehicleChanges,
  vehicleLimit,
} from '#tests/support/races.ts';

/** A lock of the server, the patches that remove it from a copy of the source, and the races that fail without it. */
export interface Lock {
  name: string;
  /** Databases on which removing the lock makes a race fail; both by default. */
  on?: readonly DatabaseKind[];
  patches: readonly Patch[];
  races: readonly Race[];
}

const VEHICLES = 'features/vehicles/vehicles.repo.ts';
const ATTEMPTS = 'features/auth/attempts.repo.ts';
const USERS = 'features/users/users.repo.ts';

/** Removes the row lock from a query; `query` is the text before it. */
const unlocked = (file: string, query: string): Patch => ({ file, search: `${query}.forNoKeyUpdate()`, replace: query });

export const ownerUnlocked = unlocked(VEHICLES, `.where('id', '=', userId)\n        `);
const vehicleUnlocked = unlocked(VEHICLES, ".where('id', '=', id)");
const RECORDS = 'features/entries/entries.repo.ts';
const SAME_UNIT = `\n    .where('mileage_unit', 'is not distinct from', sql<MileageUnit | null>\`\${'mileage_unit'}\`)`;
const SAME_TYPE = `\n    .where('vehicle_type', '=', sql<VehicleType>\`\${'vehicle_type'}\`)`;
const recordsVehicleUnlocked = [vehicleUnlocked, unlocked(RECORDS, `${SAME_UNIT.trimStart()}\n    `)];
const advertsUnlocked = unlocked('features/adverts/adverts.repo.ts', ".where('id', '=', SINGLETON_ID)");
const LOCK_ATTEMPTS = 'async lock(subject: string): Promise<Attempts> {';
/** Reads the row without locking it. */
const attemptsUnlocked: Patch = {
  file: ATTEMPTS,
  search: LOCK_ATTEMPTS,
  replace: `${LOCK_ATTEMPTS}
    const seen = await db.selectFrom('attempts').select(['failures', 'locked_until', 'failed_at']).where('subject', '=', subject).executeTakeFirst();
    if (seen) return seen;`,
};
/** Neither locks the row nor inserts a missing one. */
const attemptsNeverLocked: Patch = {
  ...attemptsUnlocked,
  replace: `${attemptsUnlocked.replace}\n    if (!seen) return { failures: 0, locked_until: null, failed_at: '' };`,
};
const PASSWORD_UNCHANGED = "\n      .where('password_hash', '=', passwordHash)";
const userUnlocked = unlocked(USERS, `${PASSWORD_UNCHANGED}\n      `);
const ORDERS = 'features/orders/orders.repo.ts';
const customerUnlocked = unlocked(USERS, ".where('id', '=', id)");
const orderUnlocked = unlocked(ORDERS, ".where('code', '=', code)");
/** Changes the status of an order without checking its current status. */
const stepUnchecked: Patch = { file: ORDERS, search: ".where('id', '=', id).where('status', '=', from)", replace: ".where('id', '=', id)" };
/** Deletes a cancelled order without checking its current status. */
const cancelUnchecked: Patch = {
  file: ORDERS,
  search: ".where('id', '=', id).where('status', '=', status)",
  replace: ".where('id', '=', id)",
};
/** Every process runs every job on each poll, without a lease. */
const leaseIgnored: Patch = {
  file: 'infra/jobs/jobs.repo.ts',
  search: "\n      .where(({ eb, or }) => or([eb('due_at', '<=', now), eb('due_at', '>', latest)]))",
  replace: '',
};
const orderNoteUnlocked = unlocked('features/orders/order-notes.repo.ts', ".where('code', '=', code)");
const booksUnlocked: Patch = {
  file: 'features/income/income.repo.ts',
  search: ".where('id', '=', SINGLETON_ID)\n      .forUpdate()",
  replace: ".where('id', '=', SINGLETON_ID)",
};
const adminsUnlocked = unlocked('features/admins/admins.repo.ts', ".where('role', '=', 'all').orderBy('id')");
const messageUnlocked: Patch = {
  file: 'features/feedback/messages.repo.ts',
  search: ".where('id', '=', id).forNoKeyUpdate()",
  replace: ".where('id', '=', id)",
};
const deferred: Patch = { file: 'db/sqlite-writer.ts', search: "raw('begin immediate')", replace: "raw('begin')" };

/** Keeps transactions open for 15 ms after their last statement, so that parallel ones overlap on a machine of any speed. */
export const lingering: Patch = {
  file: 'db/store.ts',
  search: 'insideTransaction(() => work(tx))',
  replace: `insideTransaction(async () => {
    const result = await work(tx);
    await new Promise((resolve) => setTimeout(resolve, 15));
    return result;
  })`,
};

export const LOCKS: readonly Lock[] = [
  {
    name: "the owner's row, for limits and keys",
    on: ['postgres'],
    patches: [ownerUnlocked],
    races: [vehicleLimit('basic', 1), vehicleLimit('family', 5), sameVehicleKey],
  },
  { name: "the vehicle's row, for its changes", on: ['postgres'], patches: [vehicleUnlocked], races: [vehicleChanges] },
  {
    name: "the vehicle's row, for readings in its unit",
    on: ['postgres'],
    patches: recordsVehicleUnlocked,
    races: [recordsBesideChangeOfType],
  },
  {
    name: "the vehicle's row, for changes of an archived vehicle",
    on: ['postgres'],
    patches: recordsVehicleUnlocked,
    races: [changesBesideArchive],
  },
  {
    name: 'the second look whether a vehicle is archived',
    patches: [
      { file: 'features/vehicles/vehicle-locks.service.ts', search: 'if (row.archived_at !== null)', replace: 'if (false)' },
      { file: RECORDS, search: "\n    .where('archived_at', 'is', null)", replace: '' },
    ],
    races: [changesBesideArchive],
  },
  {
    name: "the owner's row, for the archive",
    on: ['postgres'],
    patches: [ownerUnlocked],
    races: [archivesAtOnce, restoresAtOnce],
  },
  {
    name: 'the second look at the unit of a reading',
    patches: [
      { file: 'features/entries/entry-locks.service.ts', search: 'if (unitOf(locked) !== unitOf(opened.vehicle))', replace: 'if (false)' },
      { file: RECORDS, search: SAME_TYPE + SAME_UNIT, replace: '' },
    ],
    races: [recordsBesideChangeOfType],
  },
  {
    name: 'the write lock from the beginning of a transaction',
    on: ['sqlite'],
    patches: [deferred, ownerUnlocked, vehicleUnlocked],
    races: [vehicleLimit('family', 5), vehicleChanges],
  },
  {
    name: "the look at the key after taking the owner's row",
    patches: [
      {
        file: 'features/vehicles/vehicle-writes.service.ts',
        search: 'const createdId = await idempotency.find(repos.idempotency, userId, key);',
        replace: 'const createdId = undefined;',
      },
    ],
    races: [sameVehicleKey],
  },
  {
    // SQLite looks for the key under the write lock.
    name: 'the unique key of a record',
    on: ['postgres'],
    patches: [{ file: 'infra/idempotency/idempotency.repo.ts', search: 'return rows.length > 0;', replace: 'return true;' }],
    races: [sameRecordKey],
  },
  {
    name: 'writing a note or replacing it in one statement',
    patches: [
      {
        file: 'features/notes/notes.repo.ts',
        search: ".onConflict((conflict) => conflict.column('vehicle_id').doUpdateSet({ text, deleted_at: null }))",
        replace: '',
      },
    ],
    races: [noteWriters],
  },
  {
    name: 'the row of tries for an email',
    on: ['postgres'],
    patches: [attemptsUnlocked],
    races: [wrongCodes, wrongPasswords],
  },
  {
    name: 'the write lock, before the row of tries',
    on: ['sqlite'],
    patches: [deferred, attemptsUnlocked],
    races: [wrongCodes, wrongPasswords],
  },
  { name: 'the write lock, before a registration', on: ['sqlite'], patches: [deferred, attemptsNeverLocked], races: [registrations] },
  {
    name: 'the look whether the password is still the one that was compared',
    patches: [{ file: USERS, search: PASSWORD_UNCHANGED, replace: '' }],
    races: [passwordChanges],
  },
  {
    name: "the person's row, for a deletion",
    on: ['postgres'],
    patches: [attemptsNeverLocked, userUnlocked],
    races: [deletions],
  },
  {
    name: 'the write lock, before a deletion',
    on: ['sqlite'],
    patches: [deferred, attemptsNeverLocked, userUnlocked],
    races: [deletions],
  },
  {
    name: 'asking the vehicles for their photos in the statement that deletes them',
    on: ['postgres'],
    patches: [
      {
        file: 'features/vehicles/vehicles.repo.ts',
        search: "const rows = await db.deleteFrom('vehicles').where('user_id', '=', userId).returning('image_id').execute();",
        replace: `const rows = await db.selectFrom('vehicles').where('user_id', '=', userId).select('image_id').execute();
    await db.deleteFrom('vehicles').where('user_id', '=', userId).execute();`,
      },
    ],
    races: [deletionWhileWriting],
  },
  {
    name: 'the locks of the due mails that a process takes',
    on: ['postgres'],
    patches: [{ file: 'infra/mails/mail-queue.repo.ts', search: 'due.forUpdate().skipLocked()', replace: 'due' }],
    races: [dueMails],
  },
  { name: "the customer's row, for an order", on: ['postgres'], patches: [customerUnlocked], races: [oneOpenOrder] },
  {
    name: "the customer's row, for an undone activation",
    on: ['postgres'],
    patches: [customerUnlocked],
    races: [undoActivationOnce],
  },
  {
    // A cancellation deletes the order: it needs either a lock or its own look at the status.
    name: "the customer's row, the order's, and the looks at its status",
    on: ['postgres'],
    patches: [customerUnlocked, orderUnlocked, stepUnchecked, cancelUnchecked],
    races: [confirmations, cancelBesideConfirm],
  },
  {
    name: 'the write lock, before an order and its steps',
    on: ['sqlite'],
    patches: [deferred, customerUnlocked, orderUnlocked, stepUnchecked],
    races: [oneOpenOrder, confirmations],
  },
  {
    name: 'the unique key of a notice',
    patches: [leaseIgnored, { file: 'features/periods/notices.repo.ts', search: 'return rows.length > 0;', replace: 'return true;' }],
    races: [notices],
  },
  { name: 'the books, for a payment', on: ['postgres'], patches: [booksUnlocked], races: [samePaymentOfNobody, sameCorrection] },
  {
    name: "the books, the customer's row and the order's, for a part payment",
    on: ['postgres'],
    patches: [booksUnlocked, customerUnlocked, orderUnlocked],
    races: [samePartPayment, samePayment],
  },
  {
    name: 'the write lock, before a payment',
    on: ['sqlite'],
    patches: [deferred, booksUnlocked, customerUnlocked, orderUnlocked],
    races: [samePaymentOfNobody, samePartPayment],
  },
  { name: 'the administrators with every right', on: ['postgres'], patches: [adminsUnlocked], races: [adminsAgainstEachOther] },
  { name: 'the message, before a reply', on: ['postgres'], patches: [messageUnlocked], races: [repliesUnseen] },
  { name: 'the order, before a change of its note', on: ['postgres'], patches: [orderNoteUnlocked], races: [orderNotes] },
  {
    name: 'the second look at whether an order was announced',
    on: ['postgres'],
    patches: [
      leaseIgnored,
      { file: ORDERS, search: "\n      .where('is_announced', '=', 0)\n      .returning", replace: '\n      .returning' },
    ],
    races: [announcements],
  },
  { name: 'the list of adverts', on: ['postgres'], patches: [advertsUnlocked], races: [advertsUnseen] },
  { name: 'the write lock, before a list of adverts', on: ['sqlite'], patches: [deferred, advertsUnlocked], races: [advertsUnseen] },
  { name: 'the row of tries, made for the sending of a code', on: ['postgres'], patches: [attemptsNeverLocked], races: [codesPerHour] },
  { name: 'the write lock, before the sending of a code', on: ['sqlite'], patches: [deferred, attemptsNeverLocked], races: [codesPerHour] },
];
