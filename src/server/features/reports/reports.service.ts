import { imageIdOf } from '#contract/images.ts';
import type { Language } from '#contract/languages.ts';
import { RECORDS_PAGE_MAX, REPORT_RECORDS_MAX } from '#contract/limits.ts';
import { type RecordCursor, readingUnitOf } from '#contract/records.ts';
import type { ReportPrices } from '#contract/reports.ts';
import type { Currency, Tariff } from '#contract/tariffs.ts';
import { TENTHS } from '#contract/units.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { AppError } from '../../app-error.ts';
import type { AuthorizedVehicleId, UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import { nextTurn } from '../../db/turns.ts';
import type { Work } from '../../db/work.ts';
import type { ReportPart, ReportRecord, ReportSettings } from '../../pdf/report-content.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { EncodedImage, Images } from '../../ports/images.ts';
import type { DrawnReport, Reports } from '../../ports/reports.ts';
import type { StatisticsService } from '../statistics/statistics.service.ts';
import type { VehiclesService } from '../vehicles/vehicles.service.ts';
import type { ReportLimitsService } from './report-limits.service.ts';

/** A record as the repository returns it. */
interface RecordRow {
  id: number;
  operation_name: string;
  part_name: string;
  part_code: string;
  /** Cents. */
  price: number;
  /** Tenths. */
  reading: number;
  performed_on: string;
}

export interface ReportRepos {
  records: { listByVehicle(vehicleId: AuthorizedVehicleId, limit: number, after?: RecordCursor): Promise<RecordRow[]> };
}

interface Deps {
  work: Work<ReportRepos>;
  vehicles: Pick<VehiclesService, 'authorize' | 'getAuthorized'>;
  statistics: Pick<StatisticsService, 'ofVehicle'>;
  currencyOf: (userId: UserId) => Promise<Currency | undefined>;
  photos: { find(id: string): Promise<EncodedImage | undefined> };
  images: Pick<Images, 'print'>;
  reports: Reports;
  limits: ReportLimitsService;
  clock: Clock;
  onError: (error: unknown) => void;
}

export interface ReportRequest {
  vehicleIds: readonly number[];
  prices: ReportPrices;
  language: Language;
  signal: AbortSignal;
}

export interface ReportFile extends DrawnReport {
  name: string;
}

interface Authorized {
  id: AuthorizedVehicleId;
  vehicle: Vehicle;
}

/** Tariffs with reports, on one vehicle and on several. */
const ONE: readonly Tariff[] = ['family', 'business'];
const SEVERAL: readonly Tariff[] = ['business'];
/** Pixels; 250 points of a page at about 200 dpi. */
const PHOTO_SIDE = 1_000;

export type ReportsService = ReturnType<typeof reportsService>;

export function reportsService({ work, vehicles, statistics, currencyOf, photos, images, reports, limits, clock, onError }: Deps) {
  /** 404 and 403 for vehicles that the caller may not see come before the 403 of the tariff. */
  async function authorize(caller: Caller, ids: readonly number[], tariffs: readonly Tariff[]): Promise<Authorized[]> {
    const authorized: AuthorizedVehicleId[] = [];
    for (const id of ids) authorized.push((await vehicles.authorize(caller, id)).id);
    if (!tariffs.includes(caller.tariff)) throw new AppError('reportsApi.tariff');
    const found: Authorized[] = [];
    for (const id of authorized) {
      // SQLite queries are synchronous; this lets other requests run in between.
      await nextTurn();
      found.push({ id, vehicle: await vehicles.getAuthorized(caller, id) });
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

  async function* partsOf(caller: Caller, found: readonly Authorized[]): AsyncGenerator<ReportPart> {
    for (const { id } of found) {
      // Authorized and read again: the report may have waited for its turn for minutes, and readings are in the vehicle's unit.
      const owned = await vehicles.authorize(caller, id);
      const vehicle = await vehicles.getAuthorized(caller, owned.id);
      const unit = readingUnitOf(vehicle.vehicleType, vehicle.mileageUnit);
      yield { vehicle, unit, photo: await photoOf(vehicle), statistics: await statistics.ofVehicle(caller, owned, {}) };
      let rows: RecordRow[] = [];
      do {
        await nextTurn();
        rows = await work.repos.records.listByVehicle(id, RECORDS_PAGE_MAX, cursorAfter(rows.at(-1)));
        yield rows.map(toReportRecord);
      } while (rows.length === RECORDS_PAGE_MAX);
    }
  }

  async function make(caller: Caller, found: readonly Authorized[], { prices, language, signal }: ReportRequest): Promise<ReportFile> {
    const day = isoTime(clock.now()).slice(0, 10);
    const currency = await currencyOf(caller.userId);
    if (!currency) throw new AppError('api.401');
    const settings: ReportSettings = { language, currency, hasPrices: prices === 'with', day };
    const drawn = await limits.run(caller.userId, signal, () => reports.create(settings, partsOf(caller, found), signal));
    return { name: fileName(found, day), ...drawn };
  }

  return {
    /** 403 without a tariff that has reports. */
    async ofVehicle(caller: Caller, request: ReportRequest): Promise<ReportFile> {
      return make(caller, await authorize(caller, request.vehicleIds, ONE), request);
    },

    /** 403 without a tariff that has reports on several vehicles, 422 for too many records. */
    async ofVehicles(caller: Caller, request: ReportRequest): Promise<ReportFile> {
      const found = await authorize(caller, request.vehicleIds, SEVERAL);
      const records = found.reduce((sum, { vehicle }) => sum + vehicle.recordCount, 0);
      if (records > REPORT_RECORDS_MAX) throw new AppError('reportsApi.tooLarge');
      return make(caller, found, request);
    },
  };
}

const cursorAfter = (row: RecordRow | undefined): RecordCursor | undefined => row && { performedOn: row.performed_on, id: row.id };

const toReportRecord = (row: RecordRow): ReportRecord => ({
  performedOn: row.performed_on,
  reading: row.reading / TENTHS,
  operationName: row.operation_name,
  partName: row.part_name,
  partCode: row.part_code,
  cents: row.price,
});

/** The name of the vehicle, or of the application for several, and the day; without characters that file systems reject. */
function fileName(found: readonly Authorized[], day: string): string {
  const [first] = found;
  const name = found.length === 1 && first ? `${first.vehicle.brand} ${first.vehicle.model}` : 'Carnet';
  return `${name} ${day}.pdf`.replace(/[\p{C}/\\:*?"<>|]/gu, '-');
}
