export type Strength = 'weak' | 'fair' | 'strong';
export const STRENGTHS: readonly Strength[] = ['weak', 'fair', 'strong'];

const KINDS: readonly { of: RegExp; size: number }[] = [
  { of: /[a-z]/, size: 26 },
  { of: /[A-Z]/, size: 26 },
  { of: /\d/, size: 10 },
  { of: /[!@#$%^&*()]/, size: 10 },
  { of: /[^A-Za-z\d!@#$%^&*()]/, size: 30 },
];
/** Minimum bits of entropy. Guessing then takes long, or very long, even against stolen hashes, which are slow to compute. */
const FAIR = 44;
const STRONG = 62;

/** Effective length: characters that continue a sequence (aaa, abc, 321) count as a quarter. */
function effectiveLength(password: string): number {
  let count = 0;
  for (let index = 0; index < password.length; index += 1) {
    const step = password.charCodeAt(index) - password.charCodeAt(index - 1);
    count += Math.abs(step) <= 1 ? 0.25 : 1;
  }
  return count;
}

/** Estimates the strength from length and kinds of characters; contract/common-passwords.ts checks for common passwords. */
export function strengthOf(password: string): Strength {
  const alphabetSize = KINDS.reduce((sum, { of, size }) => sum + (of.test(password) ? size : 0), 0);
  const variety = new Set(password).size / Math.max(1, password.length);
  const bits = effectiveLength(password) * Math.log2(Math.max(2, alphabetSize)) * Math.min(1, 0.4 + variety);
  return bits >= STRONG ? 'strong' : bits >= FAIR ? 'fair' : 'weak';
}
