import type { MileageUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import type planSets from '#locales/en/planSets.json';

type LineName = keyof typeof planSets.lines;

/**
 * What is done to vehicles of a type and fuel. An interval is stated by the source that is named beside it; a line without one asks for it,
 * since it differs between models. Titles and notes are in the texts of `planSets`.
 */
export interface SetLine {
  name: LineName;
  /** In the unit of the vehicle; asked for in a unit that the source does not state. */
  every?: Partial<Record<MileageUnit, number>>;
  months?: number;
  /** A date that somebody else sets, or a season: the first one is asked for. */
  isDated?: true;
  /** What nearly everybody does. */
  isUsual?: true;
  note?: 'authority' | 'policy' | 'plate' | 'label' | 'booklet' | 'cargo' | 'truck';
}

/** Which engine a boat has, which its details do not tell. */
export type BoatEngine = 'outboard' | 'inboard';

/** Lines that ask for everything. */
const asked = (...names: LineName[]): SetLine[] => names.map((name) => ({ name }));
const line = (name: LineName, rest: Omit<SetLine, 'name'> = {}): SetLine => ({ name, ...rest });
const dated = (name: LineName, rest: Omit<SetLine, 'name' | 'isDated'> = {}): SetLine => ({ name, isDated: true, ...rest });

// Hyundai Azera, owner's manual 2014, normal schedule for Europe: https://www.autoguidegalaxy.com/2014-hyundai-azera-owner-s-manual/42
const PETROL = [
  line('oil', { every: { km: 15_000, mi: 10_000 }, months: 12, isUsual: true }),
  line('airFilter', { every: { km: 45_000, mi: 30_000 }, months: 36, isUsual: true }),
  line('cabinFilter', { every: { km: 30_000, mi: 20_000 }, months: 24, isUsual: true }),
  line('brakeFluid', { every: { km: 30_000, mi: 20_000 }, months: 24, isUsual: true }),
  line('plugs'),
  line('coolant'),
  line('timingBelt'),
  line('gearbox'),
];
// Kia Picanto, owner's manual 2008, normal schedule of the diesel engine: https://www.autoguidegalaxy.com/2008-kia-picanto-owners-manual/4/?srch=maintenance
const DIESEL = [
  line('oil', { every: { km: 20_000, mi: 12_500 }, months: 12, isUsual: true }),
  line('fuelFilter', { every: { km: 30_000, mi: 20_000 }, months: 24, isUsual: true }),
  line('airFilter', { every: { km: 40_000, mi: 25_000 }, months: 24, isUsual: true }),
  line('brakeFluid', { every: { km: 40_000, mi: 25_000 }, months: 24, isUsual: true }),
  line('cabinFilter'),
  line('coolant'),
  line('timingBelt'),
  line('gearbox'),
];
const GAS = [
  // Prins VSI, service booklet: https://www.prinsautogas.com/de/service-fuer-ihr-prins-vsi-lpg-system
  line('gasSystem', { every: { km: 25_000 }, months: 24, isUsual: true, note: 'booklet' }),
  line('gasFilters', { note: 'booklet' }),
];
// Tesla Model 3, owner's manual 2017–2023: https://tesla.cn/ownersmanual/2017_2023_model3/en_pr/GUID-E95DAAD9-646E-4249-9930-B109ED7B1D91.html
const ELECTRIC = [
  line('rotation', { every: { km: 10_000, mi: 6_250 }, isUsual: true }),
  line('cabinFilter', { months: 24, isUsual: true }),
  line('brakeFluidCheck', { months: 48, isUsual: true }),
  line('calipers', { every: { km: 20_000, mi: 12_500 }, months: 12 }),
  line('coolant'),
];
const HYBRID = [...PETROL, line('batteryFilter')];

const MOTORCYCLE = asked('oil', 'chain', 'brakeFluid', 'airFilter', 'plugs', 'valves', 'coolant');
// Vespa Medley, schedule of a Vespa dealer: https://vespaxuancau.com/lich-bao-duong-cac-dong-xe/
const SCOOTER = [
  line('brakeFluid', { months: 24, isUsual: true }),
  line('coolant', { months: 24 }),
  ...asked('oil', 'finalDrive', 'driveBelt', 'airFilter', 'plugs', 'valves'),
];

const OUTBOARD = [
  // Mercury 100 EFI, operation manual: https://manualshive.com/en/manual/mercury/100-efi/1773452?page=42
  line('oil', { every: { h: 100 }, months: 12, isUsual: true }),
  line('gearcase', { every: { h: 100 }, months: 12, isUsual: true }),
  // Suzuki DF100A, owner's manual: https://manualslib.es/manual/112478/Suzuki-Df100A.html?page=38
  line('impeller', { every: { h: 300 }, months: 36, isUsual: true }),
  line('waterFilter', { months: 12 }),
  line('anodes'),
  line('plugs'),
];
// MerCruiser 8.2 MAG HO, operation manual 90-8M0074352: http://88.208.23.73:8080/en/manual/mercury/8-2-mag-ho/1773276?page=70
const INBOARD = [
  line('oil', { every: { h: 100 }, months: 12, isUsual: true }),
  line('sterndrive', { every: { h: 100 }, months: 12, isUsual: true }),
  line('waterFilter', { every: { h: 100 }, months: 12, isUsual: true }),
  line('plugs', { every: { h: 300 }, months: 36 }),
  line('impeller'),
  line('anodes'),
];
// MerCruiser QSD 2.0, operation manual 90-8M0057081: https://manualshive.com/en/manual/mercruiser/qsd-2-0/qsd-2-0_manual_1772950-53.html
const INBOARD_DIESEL = [
  line('oil', { every: { h: 100 }, months: 12, isUsual: true }),
  line('sterndrive', { every: { h: 100 }, months: 12, isUsual: true }),
  line('fuelFilter', { every: { h: 100 }, months: 12, isUsual: true }),
  line('coolant', { months: 24, isUsual: true }),
  line('timingBelt', { every: { h: 1_000 }, months: 48 }),
  line('impeller'),
  line('anodes'),
];
const YACHT = [
  // Yanmar 3YM30E, operation manual: http://38.142.81.21:8001/manual/yanmar/3ym30e/specifications-english/page-46.html
  line('impeller', { every: { h: 1_000 }, months: 48, isUsual: true }),
  line('alternatorBelt', { every: { h: 1_000 }, months: 48, isUsual: true }),
  line('mounts', { every: { h: 1_000 }, months: 48 }),
  ...asked('oil', 'fuelFilter', 'anodes', 'antifouling', 'rigging'),
];
const JET_SKI = asked('oil', 'plugs', 'jetPump', 'coolant');
const SNOWMOBILE = asked('oil', 'chaincase', 'driveBelt', 'brakeFluid', 'track', 'plugs');
// Polaris, maintenance schedule as published by a dealer: https://www.sappingtonprooutdoor.com/Service/Polaris-Service-Maintenance-Schedule
const ATV = [
  line('oil', { every: { h: 100, km: 1_600, mi: 1_000 }, months: 6, isUsual: true }),
  line('frontGearcase', { every: { h: 100, km: 1_600, mi: 1_000 }, months: 12 }),
  ...asked('valves', 'airFilter', 'driveBelt', 'brakeFluid'),
];
const TRUCK = [
  // Dodge Sprinter, owner's manual 2005: oil at least once a year, https://www.autoguidegalaxy.com/2005-dodge-sprinter-owners-manual/2/?srch=oil+temperature
  line('oil', { months: 12, isUsual: true }),
  line('coolant', { every: { mi: 100_000 }, months: 60 }),
  // Fiat Ducato 244, owner's manual 2005: https://www.carmanualsonline.info/fiat-ducato-244-2005-3-g-owners-manual/?srch=check+transmission+fluid
  line('brakeFluid', { months: 24, isUsual: true }),
  line('cabinFilter', { months: 12 }),
  ...asked('fuelFilter', 'airFilter', 'timingBelt', 'gearbox', 'tachograph'),
];
// Gary Fisher, owner's manual 2002, periodic schedule: http://38.142.81.21:8001/manual/gary-fisher/2002-gary-fisher-bicycles/user-guide-english/page-20.html
const BICYCLE = [
  line('chainCare', { months: 1, isUsual: true }),
  line('derailleurs', { months: 1, isUsual: true }),
  line('bolts', { months: 1 }),
  ...asked('chainChange', 'pads', 'cables', 'fork', 'service'),
];

// Less than a year only in a few cases, says an insurer: http://www.ic-globus.com/ua/corporate/auto/obligatory
const INSURANCE = dated('insurance', { months: 12, note: 'policy' });
const GREEN_CARD = dated('greenCard', { note: 'policy' });
const CYLINDER = dated('cylinder', { note: 'plate' });
const KIT = [dated('extinguisher', { note: 'label' }), dated('firstAid', { note: 'label' })];
// A season comes once a year.
const TYRES = [dated('winterTyres', { months: 12 }), dated('summerTyres', { months: 12 })];
// A season comes once a year.
const SUMMER = dated('summerStorage', { months: 12 });
// A season comes once a year.
const WINTER = dated('winterStorage', { months: 12 });
const AFLOAT = [
  dated('boatPapers', { note: 'authority' }),
  dated('lifeJackets', { note: 'label' }),
  dated('extinguisher', { note: 'label' }),
  WINTER,
];
// Law on road traffic, article 35: http://avtostrah.biz/zakon/zakon_ukr/7-zakon-ukrainy-otmenyayuschiy-obyazatelnyy-tehnicheskiy-osmotr.html
// Which vehicles how often: https://mashyna.com.ua/uk/auto/news/141601/amp; a bus twice a year.
const BUS_INSPECTION = dated('inspection', { months: 6, note: 'authority' });
const TRUCK_INSPECTION = dated('inspection', { note: 'truck' });
const CAR_INSPECTION = dated('inspection', { note: 'cargo' });

type Facts = Pick<Vehicle, 'vehicleType' | 'fuelType' | 'secondFuelType'>;

const isOnGas = ({ fuelType, secondFuelType }: Facts): boolean => fuelType === 'gas' || secondFuelType === 'gas';

function carLines(facts: Facts): SetLine[] {
  if (facts.fuelType === 'electric' || facts.fuelType === 'hydrogen') return ELECTRIC;
  const works = facts.fuelType === 'diesel' ? DIESEL : facts.fuelType === 'hybrid' ? HYBRID : PETROL;
  return isOnGas(facts) ? [...works, ...GAS] : works;
}

function roadLines(facts: Facts, works: readonly SetLine[], inspection: SetLine): SetLine[] {
  const cylinder = isOnGas(facts) ? [CYLINDER] : [];
  return [...works, INSURANCE, ...TYRES, ...cylinder, inspection, GREEN_CARD, ...KIT];
}

/** The lines of the set for a vehicle; none for a type that says nothing about it. */
export function setOf(facts: Facts, engine: BoatEngine): readonly SetLine[] {
  const inboard = facts.fuelType === 'diesel' ? INBOARD_DIESEL : INBOARD;
  switch (facts.vehicleType) {
    case 'car':
      return roadLines(facts, carLines(facts), CAR_INSPECTION);
    case 'truck':
      return roadLines(facts, isOnGas(facts) ? [...TRUCK, ...GAS] : TRUCK, TRUCK_INSPECTION);
    case 'bus':
      return roadLines(facts, isOnGas(facts) ? [...TRUCK, ...GAS] : TRUCK, BUS_INSPECTION);
    case 'motorcycle':
      return [...MOTORCYCLE, INSURANCE, GREEN_CARD, WINTER];
    case 'scooter':
      return [...SCOOTER, INSURANCE, WINTER];
    case 'atv':
      return [...ATV, INSURANCE, WINTER];
    case 'snowmobile':
      return [...SNOWMOBILE, SUMMER];
    case 'boat':
      return [...(engine === 'outboard' ? OUTBOARD : inboard), ...AFLOAT];
    case 'yacht':
      return [...YACHT, ...AFLOAT, dated('flares', { note: 'label' })];
    case 'jet_ski':
      return [...JET_SKI, ...AFLOAT];
    case 'bicycle':
      return BICYCLE;
    default:
      return [];
  }
}
