export type Strength = 'weak' | 'fair' | 'strong';
export const STRENGTHS: readonly Strength[] = ['weak', 'fair', 'strong'];

const KINDS: readonly { of: RegExp; size: number }[] = [
  { of: /[a-z]/, size: 26 },
  { of: /[A-Z]/, size: 26 },
  { of: /\d/, size: 10 },
  { of: /[!@#$%^&*()]/, size: 10 },
  { of: /[^A-Za-z\d!@#$%^&*()]/, size: 30 },
];
/** Bits from which guessing takes long, and very long, even when the hashes are stolen: they are slow ones. */
const FAIR = 44;
const STRONG = 62;

/** Letters that follow from the one before them (aaa, abc, 321) and so add next to nothing. */
function surprising(password: string): number {
  let count = 0;
  for (let index = 0; index < password.length; index += 1) {
    const step = password.charCodeAt(index) - password.charCodeAt(index - 1);
    count += Math.abs(step) <= 1 ? 0.25 : 1;
  }
  return count;
}

/** An estimate by length and kinds of characters; common passwords are checked by contract/common-passwords.ts. */
export function strengthOf(password: string): Strength {
  const letters = KINDS.reduce((sum, { of, size }) => sum + (of.test(password) ? size : 0), 0);
  const variety = new Set(password).size / Math.max(1, password.length);
  const bits = surprising(password) * Math.log2(Math.max(2, letters)) * Math.min(1, 0.4 + variety);
  return bits >= STRONG ? 'strong' : bits >= FAIR ? 'fair' : 'weak';
}
