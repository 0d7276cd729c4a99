import { TOTP_PERIOD, TOTP_WINDOW } from '#contract/limits.ts';

/** One-time codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, which every app supports. The library is loaded on first use. */
const library = () => import('otpauth');

const ISSUER = 'Carnet';
/** Bytes, as RFC 4226 recommends. */
const SECRET_SIZE = 20;

/** A random secret in base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await library();
  return new Secret({ size: SECRET_SIZE }).base32;
}

/** The address that an authenticator app reads from the QR code. */
export async function totpUri(secret: string, email: string): Promise<string> {
  const { TOTP } = await library();
  return new TOTP({ issuer: ISSUER, label: email, secret, period: TOTP_PERIOD }).toString();
}

/** The time step whose code was entered, within the window around `now` (milliseconds); undefined for a wrong code. */
export async function totpStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { TOTP } = await library();
  const delta = new TOTP({ secret, period: TOTP_PERIOD }).validate({ token: code, timestamp: now, window: TOTP_WINDOW });
  return delta === null ? undefined : Math.floor(now / 1_000 / TOTP_PERIOD) + delta;
}
