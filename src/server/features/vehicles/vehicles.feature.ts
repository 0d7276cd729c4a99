import { DAY } from '#contract/time.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { idempotencyRepo } from '../../infra/idempotency/idempotency.repo.ts';
import { idempotencyService } from '../../infra/idempotency/idempotency.service.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { operationsRepo } from '../entries/operations.repo.ts';
import { operationsService } from '../entries/operations.service.ts';
import { readingsRepo } from '../entries/readings.repo.ts';
import { readingsService } from '../entries/readings.service.ts';
import { recordPricesService } from '../entries/record-prices.service.ts';
import { recordsRepo } from '../entries/records.repo.ts';
import { recordsRoutes } from '../entries/records.routes.ts';
import { recordsService } from '../entries/records.service.ts';
import { timelineRepo } from '../entries/timeline.repo.ts';
import { timelineService } from '../entries/timeline.service.ts';
import { notesRepo } from '../notes/notes.repo.ts';
import { notesRoutes } from '../notes/notes.routes.ts';
import { notesService } from '../notes/notes.service.ts';
import { groupsRepo } from '../statistics/groups.repo.ts';
import { partPricesService } from '../statistics/part-prices.service.ts';
import { statisticsRepo } from '../statistics/statistics.repo.ts';
import { statisticsRoutes } from '../statistics/statistics.routes.ts';
import { type StatisticsService, statisticsService } from '../statistics/statistics.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import { vehicleArchiveRoutes } from './vehicle-archive.routes.ts';
import { vehicleArchiveService } from './vehicle-archive.service.ts';
import { vehicleSumsRepo } from './vehicle-sums.repo.ts';
import { vehicleUnitsRepo } from './vehicle-units.repo.ts';
import { vehiclesRepo } from './vehicles.repo.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { type VehiclesService, vehiclesService } from './vehicles.service.ts';

/** Clients do not repeat a request after this time. */
const KEYS_KEPT = 7 * DAY;

/** Vehicles with their records, notes and statistics, and the archive. */
export function vehiclesFeature(
  { store, clock }: Deps,
  { images }: { images: ImagesService },
): Feature & { vehicles: VehiclesService; statistics: StatisticsService } {
  const idempotency = idempotencyService({ clock });
  const work = workOf(store, (db) => ({
    vehicles: vehiclesRepo(db),
    sums: vehicleSumsRepo(db),
    units: vehicleUnitsRepo(db),
    images: imagesRepo(db),
    idempotency: idempotencyRepo(db),
  }));
  const vehicles = vehiclesService({ work, images, idempotency, clock });
  const archive = vehicleArchiveService({ work, vehicles, clock });
  const recordsWork = workOf(store, (db) => ({ records: recordsRepo(db), locks: vehiclesRepo(db), idempotency: idempotencyRepo(db) }));
  const readings = readingsService({ work: workOf(store, (db) => ({ readings: readingsRepo(db) })), vehicles });
  const prices = recordPricesService({ currencyOf: async (userId) => (await usersRepo(store.db).find(userId))?.currency });
  const records = recordsService({ work: recordsWork, vehicles, prices, idempotency, clock });
  const operations = operationsService({ work: workOf(store, (db) => ({ operations: operationsRepo(db) })), vehicles });
  const timelineWork = workOf(store, (db) => ({ timeline: timelineRepo(db, store.kind) }));
  const timeline = timelineService({ work: timelineWork, vehicles, kind: store.kind, clock });
  const notes = notesService({ work: workOf(store, (db) => ({ notes: notesRepo(db), locks: vehiclesRepo(db) })), vehicles });
  const sums = workOf(store, (db) => ({ statistics: statisticsRepo(db), groups: groupsRepo(db) }));
  const statistics = statisticsService({ work: sums, vehicles, clock });
  const partPrices = partPricesService({ work: sums, vehicles });
  return {
    vehicles,
    statistics,
    erase: async (db, { userId }) => {
      for (const photo of await vehiclesRepo(db).deleteByOwner(userId)) await imagesRepo(db).delete(photo);
    },
    expire: async (db, now) => [await idempotencyRepo(db).deleteExpired(isoTime(now - KEYS_KEPT))],
    routes: [
      ...vehiclesRoutes(vehicles),
      ...vehicleArchiveRoutes(archive),
      ...recordsRoutes({ records, operations, readings, timeline, prices }),
      ...notesRoutes(notes),
      ...statisticsRoutes({ statistics, partPrices }),
    ],
  };
}
