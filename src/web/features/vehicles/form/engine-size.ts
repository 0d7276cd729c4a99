import { ENGINE_VOLUMES } from '#contract/engine-volumes.ts';
import { parseNumber } from '#contract/numbers.ts';
import type { VehicleType } from '#contract/vehicle-type-list.ts';

const MILLILITRES = 1000;
const CUBIC = /\s*(?:cc|ccm|c[mс][3³]|с[мm][3³]|см\s*куб\.?|куб\.?(?:\s*см)?)$/i;

/**
 * The engine volume in cm³, and in litres, if what was typed as litres seems to be in cm³: with that unit, or implausible for the type in
 * litres; undefined otherwise.
 */
export function cubicOf(typed: string, type: VehicleType): { cubic: number; litres: number } | undefined {
  if (type === 'bicycle') return undefined;
  const number = typed.trim().replace(CUBIC, '');
  const parsed = parseNumber(number, { decimals: 1, max: Number.MAX_SAFE_INTEGER, thousands: false, kind: 'volume' });
  if (!parsed.ok || parsed.value <= 0) return undefined;
  const { usual } = ENGINE_VOLUMES[type];
  const litres = Math.round(parsed.value) / MILLILITRES;
  const isCubic = number !== typed.trim() || parsed.value > usual;
  return isCubic && litres <= usual ? { cubic: Math.round(parsed.value), litres } : undefined;
}
