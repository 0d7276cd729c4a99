import { IMPORTS_PER_HOUR } from '#contract/limits.ts';
import { workOf } from '../../db/work.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { imagesRepo } from '../../infra/images/images.repo.ts';
import type { ImagesService } from '../../infra/images/images.service.ts';
import { isoTime } from '../../ports/clock.ts';
import { accountLimitService } from '../buckets/account-limit.service.ts';
import { bucketsRepo } from '../buckets/buckets.repo.ts';
import { importedEntriesRepo } from '../entries/imported-entries.repo.ts';
import { mileagesRepo } from '../entries/mileages.repo.ts';
import { readingsRepo } from '../entries/readings.repo.ts';
import { notesRepo } from '../notes/notes.repo.ts';
import { importedPlansRepo } from '../plan/imported-plans.repo.ts';
import type { UsersService } from '../users/users.service.ts';
import { valuesRepo } from '../values/values.repo.ts';
import type { ExportedVehicles } from '../vehicles/exported-vehicles.service.ts';
import type { VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import { vehiclesRepo } from '../vehicles/vehicles.repo.ts';
import { discard, discardExpired } from './import-parts.service.ts';
import { importsRepo } from './imports.repo.ts';
import { importsRoutes } from './imports.routes.ts';
import { importsService } from './imports.service.ts';

/** What is brought from other programs and accounts. */
export function importsFeature(
  { store, clock, tokens, imports: reader }: Deps,
  { users, images }: { users: UsersService; images: ImagesService },
  { access, exported }: { access: VehicleAccess; exported: { vehicles: ExportedVehicles } },
): Feature {
  const work = workOf(store, (db) => ({
    imports: importsRepo(db),
    entries: importedEntriesRepo(db),
    plans: importedPlansRepo(db),
    vehicles: vehiclesRepo(db),
    mileages: mileagesRepo(db),
    readings: readingsRepo(db),
    values: valuesRepo(db),
    notes: notesRepo(db),
    images: imagesRepo(db),
  }));
  const limits = accountLimitService({
    work: workOf(store, (db) => ({ buckets: bucketsRepo(db) })),
    clock,
    name: 'imports',
    perHour: IMPORTS_PER_HOUR,
    codes: { limit: 'importsApi.limit', running: 'importsApi.running' },
  });
  return {
    routes: importsRoutes(importsService({ work, access, vehicles: exported.vehicles, users, images, reader, limits, clock, tokens })),
    erase: async (db, { userId }) => {
      const imports = importsRepo(db);
      for (const id of await imports.listIds(userId)) await discard(imports, id);
    },
    expire: async (db, now) => [await discardExpired(importsRepo(db), isoTime(now))],
  };
}
