import { RESTORE_TIME } from '#contract/limits.ts';
import { DAY } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { idempotencyRepo } from '../../infra/idempotency/idempotency.repo.ts';
import { idempotencyService } from '../../infra/idempotency/idempotency.service.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { detailsRepo } from '../entries/details.repo.ts';
import { entriesRepo } from '../entries/entries.repo.ts';
import { entriesRoutes } from '../entries/entries.routes.ts';
import { entriesService } from '../entries/entries.service.ts';
import { entryExportRepo } from '../entries/entry-export.repo.ts';
import { entrySumsRepo } from '../entries/entry-sums.repo.ts';
import { erasedEntriesRepo } from '../entries/erased-entries.repo.ts';
import { eraseEntries } from '../entries/erased-entries.service.ts';
import { type ExportedEntries, exportedEntries } from '../entries/exported-entries.service.ts';
import { fillsRepo } from '../entries/fills/fills.repo.ts';
import { fillsService } from '../entries/fills/fills.service.ts';
import { groupsRepo } from '../entries/groups.repo.ts';
import { mileagesRepo } from '../entries/mileages.repo.ts';
import { monthsRepo } from '../entries/months.repo.ts';
import { operationsRepo } from '../entries/operations.repo.ts';
import { operationsService } from '../entries/operations.service.ts';
import { partPricesService } from '../entries/part-prices.service.ts';
import { READING } from '../entries/readings/readings.kind.ts';
import { readingsRepo } from '../entries/readings.repo.ts';
import { readingsService } from '../entries/readings.service.ts';
import { stampsRepo } from '../entries/stamps.repo.ts';
import { timelineRepo } from '../entries/timeline.repo.ts';
import { timelineService } from '../entries/timeline.service.ts';
import { type WholeHistory, wholeHistory } from '../entries/whole-history.service.ts';
import { notesRepo } from '../notes/notes.repo.ts';
import { notesRoutes } from '../notes/notes.routes.ts';
import { notesService } from '../notes/notes.service.ts';
import type { AddReading } from '../notices/telegram-readings.service.ts';
import { planRepo, planUnitsRepo } from '../plan/plan.repo.ts';
import { statisticsRoutes } from '../statistics/statistics.routes.ts';
import { type StatisticsService, statisticsService } from '../statistics/statistics.service.ts';
import { valuesRepo } from '../values/values.repo.ts';
import { valuesRoutes } from '../values/values.routes.ts';
import { type ValuesService, valuesService } from '../values/values.service.ts';
import { type ExportedVehicles, exportedVehicles } from './exported-vehicles.service.ts';
import { type VehicleAccess, vehicleAccess } from './vehicle-access.service.ts';
import { vehicleArchiveRoutes } from './vehicle-archive.routes.ts';
import { vehicleArchiveService } from './vehicle-archive.service.ts';
import { vehiclesRepo } from './vehicles.repo.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { type VehiclesService, vehiclesService } from './vehicles.service.ts';

/** Clients do not repeat a request after this time. */
const KEYS_KEPT = 7 * DAY;

/** Vehicles with their records, notes and statistics, and the archive. */
export function vehiclesFeature(
  { store, clock, tokens }: Deps,
  { images }: { images: ImagesService },
): Feature & {
  access: VehicleAccess;
  vehicles: VehiclesService;
  statistics: StatisticsService;
  addReading: AddReading;
  history: WholeHistory;
  exported: { vehicles: ExportedVehicles; entries: ExportedEntries; values: ValuesService };
} {
  const idempotency = idempotencyService({ clock });
  const work = workOf(store, (db) => ({
    vehicles: vehiclesRepo(db),
    sums: entrySumsRepo(db),
    readings: readingsRepo(db),
    mileages: mileagesRepo(db),
    plan: planUnitsRepo(db),
    images: imagesRepo(db),
    idempotency: idempotencyRepo(db),
    erased: erasedEntriesRepo(db),
  }));
  const access = vehicleAccess({ vehicles: vehiclesRepo(store.db), clock });
  const vehicles = vehiclesService({ work, access, images, idempotency, clock, tokens });
  const archive = vehicleArchiveService({ work, access, vehicles, clock });
  const entriesWork = workOf(store, (db) => ({
    entries: entriesRepo(db),
    details: detailsRepo(db),
    readings: readingsRepo(db),
    locks: vehiclesRepo(db),
    idempotency: idempotencyRepo(db),
  }));
  const readings = readingsService({ work: workOf(store, (db) => ({ readings: readingsRepo(db) })), access });
  const entries = entriesService({ work: entriesWork, access, idempotency, clock, tokens });
  const fillsWork = workOf(store, (db) => ({ fills: fillsRepo(db), months: monthsRepo(db) }));
  const fills = fillsService({ work: fillsWork, access, entries });
  const operations = operationsService({ work: workOf(store, (db) => ({ operations: operationsRepo(db) })), access, vehicles });
  const timelineWork = workOf(store, (db) => ({ timeline: timelineRepo(db), details: detailsRepo(db) }));
  const timeline = timelineService({ work: timelineWork, access, vehicles, fills, clock });
  const notes = notesService({ work: workOf(store, (db) => ({ notes: notesRepo(db), locks: vehiclesRepo(db) })), access, clock });
  const values = valuesService({ work: workOf(store, (db) => ({ values: valuesRepo(db), locks: vehiclesRepo(db) })), access });
  const sums = workOf(store, (db) => ({
    ...{ months: monthsRepo(db), groups: groupsRepo(db), values: valuesRepo(db) },
    ...{ plan: planRepo(db), stamps: stampsRepo(db) },
  }));
  const statistics = statisticsService({ work: sums, access, vehicles, clock });
  const partPrices = partPricesService({ work: sums, access });
  return {
    access,
    vehicles,
    addReading: (caller, vehicleId, input, key) => entries.create(caller, READING, vehicleId, input, key),
    statistics,
    history: wholeHistory({ work: timelineWork, fills }),
    exported: {
      vehicles: exportedVehicles({ vehicles: vehiclesRepo(store.db) }),
      entries: exportedEntries({ entries: entryExportRepo(store.db) }),
      values,
    },
    erase: async (db, { userId }) => {
      const locks = vehiclesRepo(db);
      for (const id of await locks.listIdsByOwner(userId)) await eraseEntries({ locks, erased: erasedEntriesRepo(db) }, id);
      for (const photo of await vehiclesRepo(db).deleteByOwner(userId)) await imagesRepo(db).delete(photo);
    },
    expire: async (db, now) => [
      await idempotencyRepo(db).deleteExpired(isoTime(now - KEYS_KEPT)),
      await entriesRepo(db).deleteExpired(isoTime(now - RESTORE_TIME)),
      await notesRepo(db).deleteExpired(isoTime(now - RESTORE_TIME)),
    ],
    routes: [
      ...vehiclesRoutes(vehicles),
      ...vehicleArchiveRoutes(archive),
      ...entriesRoutes({ entries, fills, operations, readings, timeline }),
      ...notesRoutes(notes),
      ...valuesRoutes(values),
      ...statisticsRoutes({ statistics, partPrices }),
    ],
  };
}
