import { afterAll, beforeAll, describe, test } from 'vitest';
import { codesPerHour, registrations, wrongCodes, wrongPasswords } from '#tests/support/account-races.ts';
import { adminsAgainstEachOther, oneCodeOnce, oneInvitation, oneRecoveryCodeOnce } from '#tests/support/admin-account-races.ts';
import { announcements, orderNotes, undoActivationOnce, undoBesideActivate, undoBesideJob } from '#tests/support/admin-order-races.ts';
import {
  advertLists,
  advertsUnseen,
  settingsUnseen,
  storedCounts,
  sweepBesideSave,
  twoAdminsOneOrder,
  visits,
} from '#tests/support/admin-races.ts';
import { DATABASES } from '#tests/support/app.ts';
import { archivesAtOnce, changesBesideArchive, restoresAtOnce } from '#tests/support/archive-races.ts';
import { deletions, deletionWhileWriting, passwordChanges } from '#tests/support/deletion-races.ts';
import { sameCorrection, samePartPayment, samePayment, samePaymentOfNobody } from '#tests/support/income-races.ts';
import { dueMails } from '#tests/support/mail-races.ts';
import { marks, repliesUnseen } from '#tests/support/message-races.ts';
import {
  byHandBesideOrder,
  cancelBesideConfirm,
  completions,
  confirmations,
  notices,
  oneOpenOrder,
  replaceBesideConfirm,
} from '#tests/support/order-races.ts';
import { aDatabase, type SharedDatabase, startFromSource } from '#tests/support/processes.ts';
import {
  noteWriters,
  type Pair,
  type Race,
  recordsBesideChangeOfType,
  sameRecordKey,
  sameVehicleKey,
  sameVin,
  vehicleChanges,
  vehicleLimit,
} from '#tests/support/races.ts';
import { endsOfAccounts, locksOfAccounts, loginBesideLock, userNotes } from '#tests/support/user-races.ts';

const RACES: [string, Race][] = [
  ['20 vehicles at once on the basic tariff leave one', vehicleLimit('basic', 1)],
  ['20 vehicles at once on the family tariff leave five', vehicleLimit('family', 5)],
  ['a VIN sent 20 times at once is accepted once', sameVin],
  ['a key sent 20 times at once creates one vehicle', sameVehicleKey],
  ['a key sent 20 times at once creates one record', sameRecordKey],
  ['20 notes at once leave one of them', noteWriters],
  ['changes of different fields at once are all kept', vehicleChanges],
  ['records added during a change of type never change their meaning', recordsBesideChangeOfType],
  ['nothing is written into a vehicle after it was archived', changesBesideArchive],
  ['of 20 vehicles archived at once one takes the last place of the archive', archivesAtOnce],
  ['of 20 vehicles restored at once one takes the place of the basic tariff', restoresAtOnce],
  ['of 20 wrong codes at once five are checked', wrongCodes],
  ['of 20 wrong passwords at once five are checked', wrongPasswords],
  ['of 20 requests for a code at once five are granted', codesPerHour],
  ['of 20 registrations at once with one code one creates an account', registrations],
  ['of 20 changes of a password at once one succeeds', passwordChanges],
  ['of 20 deletions of an account at once one succeeds', deletions],
  ['a deletion during other writes leaves nothing', deletionWhileWriting],
  ['20 due emails are sent once each', dueMails],
  ['20 orders of a user at once result in one open order', oneOpenOrder],
  ['of 20 confirmations at once one succeeds', confirmations],
  ['an order is cancelled or confirmed, not both', cancelBesideConfirm],
  ['only the order that the administrator saw is confirmed', replaceBesideConfirm],
  ['a manual change of the tariff and an order exclude each other', byHandBesideOrder],
  ['two processes and an administrator complete each order once', completions],
  ['two processes notify each user once of the end of the tariff', notices],
  ['a payment recorded 20 times at once by two administrators is there once', samePayment],
  ['and so is one without an order', samePaymentOfNobody],
  ['and so is a part payment of an order', samePartPayment],
  ['a payment corrected 20 times at once is corrected once', sameCorrection],
  ['of undoing a payment and activating it one succeeds', undoBesideActivate],
  ['an activation is undone once, or followed by a change by hand', undoActivationOnce],
  ['a payment is undone or its tariff starts by the job, not both', undoBesideJob],
  ['of 20 notes on an order that saw the same note one is saved', orderNotes],
  ['two processes announce each new order once', announcements],
  ['of two administrators on one order one succeeds, and the other gets an error', twoAdminsOneOrder],
  ['of two administrators who reply to one message one succeeds, even if repeated, and the other sees the reply', repliesUnseen],
  ['a message is marked once', marks],
  ['a list of adverts does not replace one that the administrator has not seen', advertsUnseen],
  ['of 20 administrators who saw the same settings one changes them, and the others get a conflict', settingsUnseen],
  ['20 lists of adverts at once leave one of them with its image', advertLists],
  ['an image that is saved while it is swept exists or is rejected', sweepBesideSave],
  ['of two administrators who lock or unlock an account at once one succeeds', locksOfAccounts],
  ['notes about a user do not replace notes that the administrator has not seen', userNotes],
  ['sessions, a login lock and an account end once, with one entry in the log each', endsOfAccounts],
  ['a login during a lock leaves no session that works', loginBesideLock],
  ['of two administrators who limit or remove each other one keeps every right', adminsAgainstEachOther],
  ['a code of two-factor login sent 20 times at once logs in once', oneCodeOnce],
  ['a recovery code sent 20 times at once logs in once', oneRecoveryCodeOnce],
  ['an invitation accepted 20 times at once creates one administrator', oneInvitation],
  ['20 visits at once count as 20', visits],
  ['the stored counts are correct after many orders at once', storedCounts],
];

describe.each(DATABASES)('two processes on one %s', (kind) => {
  let database: SharedDatabase;
  let pair: Pair;
  beforeAll(async () => {
    database = await aDatabase(kind, { isPatient: true });
    const servers = await Promise.all([startFromSource(database), startFromSource(database)]);
    pair = { servers: [servers[0], servers[1]], store: await database.open() };
  });
  afterAll(async () => {
    await pair.store.close();
    await Promise.all(pair.servers.map((server) => server.stop()));
    await database.remove();
  });

  test.each(RACES)('%s', (_, race) => race(pair));
});
