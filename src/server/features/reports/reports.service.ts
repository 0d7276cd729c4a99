import type { EntryKindName } from '#contract/entry-kinds.ts';
import { imageIdOf } from '#contract/images.ts';
import type { Language } from '#contract/languages.ts';
import { REPORT_RECORDS_MAX } from '#contract/limits.ts';
import { readingUnitOf } from '#contract/records.ts';
import type { ReportPrices } from '#contract/reports.ts';
import { type TariffRight, tariffAllows } from '#contract/tariff-rights.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { ReportPart, ReportSettings } from '../../pdf/report-content.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { DrawnReport, Reports } from '../../ports/reports.ts';
import type { AccountLimitService } from '../buckets/account-limit.service.ts';
import type { WholeHistory } from '../entries/whole-history.service.ts';
import type { ReportedPlans } from '../plan/reported-plans.service.ts';
import type { StatisticsService } from '../statistics/statistics.service.ts';
import type { Access, VehicleAccess } from '../vehicles/vehicle-access.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import { isListed, toReportEntry } from './report-entries.rules.ts';

interface Deps {
  history: WholeHistory;
  access: VehicleAccess;
  vehicles: Pick<VehiclesService, 'getOpened'>;
  statistics: Pick<StatisticsService, 'ofWork'>;
  plans: ReportedPlans;
  photos: { find(id: string): Promise<EncodedImage | undefined> };
  images: Pick<Images, 'print'>;
  reports: Reports;
  limits: Pick<AccountLimitService, 'run'>;
  clock: Clock;
  onError: (error: unknown) => void;
}

export interface ReportRequest {
  vehicleIds: readonly number[];
  prices: ReportPrices;
  kinds: readonly EntryKindName[];
  language: Language;
  signal: AbortSignal;
}

export interface ReportFile extends DrawnReport {
  name: string;
}

interface Opened extends Access {
  details: Vehicle;
}

/** Pixels; 250 points of a page at about 200 dpi. */
const PHOTO_SIDE = 1_000;

export type ReportsService = ReturnType<typeof reportsService>;

export function reportsService({ history, access, vehicles, statistics, plans, photos, images, reports, limits, clock, onError }: Deps) {
  /** 404 and 403 for vehicles that the caller may not see come before the 403 of the tariff. */
  async function openAll(caller: Caller, ids: readonly number[], right: TariffRight): Promise<Opened[]> {
    const opened: Access[] = [];
    for (const id of ids) opened.push(await access.open(caller, id));
    if (opened.some(({ owner }) => !tariffAllows(owner.tariff, right))) throw new AppError('reportsApi.tariff');
    const found: Opened[] = [];
    for (const one of opened) {
      // SQLite queries are synchronous; this lets other requests run in between.
      await nextTurn();
      found.push({ ...one, details: await vehicles.getOpened(caller, one.vehicle.id) });
    }
    return found;
  }

  /** A JPEG of the photo. A report is made without a photo that cannot be decoded, but not when the server or the object store is too busy. */
  async function photoOf({ image }: Vehicle): Promise<Uint8Array | undefined> {
    const stored = await photos.find(imageIdOf(image));
    if (!stored) return undefined;
    try {
      return (await images.print(stored.bytes, PHOTO_SIDE)).bytes;
    } catch (error) {
      if (error instanceof AppError && error.code === 'api.503') throw error;
      onError(error);
      return undefined;
    }
  }

  async function* partsOf(caller: Caller, found: readonly Opened[], kinds: readonly EntryKindName[]): AsyncGenerator<ReportPart> {
    for (const { id } of found.map(({ vehicle }) => vehicle)) {
      // Opened and read again: the report may have waited for its turn for minutes, and readings are in the vehicle's unit.
      const opened = await access.open(caller, id);
      const vehicle = await vehicles.getOpened(caller, opened.vehicle.id);
      const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
      const plan = await plans.list(caller, opened.vehicle);
      yield { vehicle, unit, photo: await photoOf(vehicle), statistics: await statistics.ofWork(opened), plan };
      for await (const items of history.list(opened.vehicle, kinds))
        yield items.filter(isListed).map((item) => toReportEntry(item, opened.owner.currency));
    }
  }

  async function make(caller: Caller, found: readonly Opened[], { prices, kinds, language, signal }: ReportRequest): Promise<ReportFile> {
    const [first] = found;
    if (!first) throw new AppError('carsApi.404');
    const day = isoTime(clock.now()).slice(0, 10);
    const settings: ReportSettings = {
      language,
      kinds,
      currency: first.owner.currency,
      hasPrices: prices === 'with' && kinds.some(hasAmount),
      day,
    };
    const drawn = await limits.run(caller.userId, signal, () => reports.create(settings, partsOf(caller, found, kinds), signal));
    return { name: fileName(found, day), ...drawn };
  }

  return {
    /** 403 without a tariff that has reports. */
    async ofVehicle(caller: Caller, request: ReportRequest): Promise<ReportFile> {
      return make(caller, await openAll(caller, request.vehicleIds, 'report'), request);
    },

    /** 403 without a tariff that has reports on several vehicles, 422 for too many records. */
    async ofVehicles(caller: Caller, request: ReportRequest): Promise<ReportFile> {
      const found = await openAll(caller, request.vehicleIds, 'reportOfSeveral');
      let count = 0;
      for (const { vehicle } of found) {
        await nextTurn();
        count += await history.count(vehicle.id, request.kinds);
      }
      if (count > REPORT_RECORDS_MAX) throw new AppError('reportsApi.tooLarge');
      return make(caller, found, request);
    },
  };
}

/** A reading costs nothing. */
const hasAmount = (kind: EntryKindName): boolean => kind !== 'reading';

/** The name of the vehicle, or of the application for several, and the day; without characters that file systems reject. */
function fileName(found: readonly Opened[], day: string): string {
  const [first] = found;
  const name = found.length === 1 && first ? `${first.details.brand} ${first.details.model}` : 'Carnet';
  return `${name} ${day}.pdf`.replace(/[\p{C}/\\:*?"<>|]/gu, '-');
}
