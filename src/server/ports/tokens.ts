import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CODE_LENGTH } from '#contract/limits.ts';
import { checkCharacter, ORDER_CODE_LENGTH, ORDER_CODE_LETTERS } from '#contract/order-code.ts';

/** Random secrets from a cryptographically secure source. */
export interface Tokens {
  /** 256 bits, base64url. */
  newToken(): string;
  /** 128 bits, base64url: 22 characters. */
  newId(): string;
  /** A random UUID. */
  newUid(): string;
  /** Six decimal digits. */
  newCode(): string;
  /** About 79 bits: four groups of four letters and digits. */
  newRecoveryCode(): string;
  /** A random order code with its check character. */
  newOrderCode(): string;
}

const PASSWORD_GROUPS = 4;
const PASSWORD_GROUP = 5;
const RECOVERY_GROUPS = 4;
const RECOVERY_GROUP = 4;
/** Characters without similar-looking ones (0, 1, i, l, o): about 4.95 bits each. */
const CLEAR_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Groups of clearly readable random characters, separated by hyphens. */
const randomGroups = (groups: number, size: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: size }, () => CLEAR_LETTERS.charAt(randomInt(CLEAR_LETTERS.length))).join(''),
  ).join('-');

/** A random password of about 99 bits; the suffix satisfies the password rules. */
export const generatedPassword = (): string => `${randomGroups(PASSWORD_GROUPS, PASSWORD_GROUP)}-A1!`;

export const cryptoTokens: Tokens = {
  newToken: () => randomBytes(32).toString('base64url'),
  newId: () => randomBytes(16).toString('base64url'),
  newUid: () => randomUUID(),
  newCode: () => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0'),
  newRecoveryCode: () => randomGroups(RECOVERY_GROUPS, RECOVERY_GROUP),
  newOrderCode() {
    const code = Array.from({ length: ORDER_CODE_LENGTH - 1 }, () => ORDER_CODE_LETTERS.charAt(randomInt(ORDER_CODE_LETTERS.length))).join(
      '',
    );
    return code + checkCharacter(code);
  },
};

/** SHA-256 in base64url; tokens and codes are stored as their hash. */
export const hashOf = (content: string | Uint8Array): string => hash('sha256', content, 'base64url');
