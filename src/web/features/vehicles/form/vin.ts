const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The check digit at position 9 as used in North America (ISO 3779). */
export function checkDigitOf(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * (VALUES.indexOf(vin.charAt(index)) % 10), 0);
  return '0123456789X'.charAt(sum % 11);
}

/**
 * A hint, never an error: the check digit is mandatory only in North America (first character 1 to 5) and China (L). Expects a well-formed
 * VIN.
 */
export const isVinSuspicious = (vin: string): boolean => /^[1-5L]/.test(vin) && vin.charAt(8) !== checkDigitOf(vin);
