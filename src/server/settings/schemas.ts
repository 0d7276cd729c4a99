import { isIP } from 'node:net';
import * as z from 'zod/mini';

export const text = z.optional(z.string().check(z.trim(), z.minLength(1)));
export const number = (max: number, min = 0) =>
  z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)).check(z.refine((value) => value >= min && value <= max));
export const whole = (max: number, fallback: number, min = 0) => z._default(number(max, min), fallback);
export const onOff = (fallback: 'on' | 'off') => z._default(z.enum(['on', 'off']), fallback);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an IP address, a network such as 10.0.0.0/8, or a network name that Fastify's `trustProxy` knows. */
export function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.trim().split('/');
  if (NAMED_NETWORKS.includes(part.trim())) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

/** True for scheme, host and port without a path: pages, links and cookies need the root of a host. */
export const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`;

/** A host name or an IP address, without a scheme or a port. */
export const address = z.string().check(z.trim(), z.regex(/^[\w.-]+$|^[\da-f:.]+(%\w+)?$/i));

/** An address, or a name and an address in angle brackets. The domain may be a host name without a dot. */
export const SENDER = /^(?:[^\s<>@,]+@[^\s<>@,]+|[^<>\r\n]*<[^\s<>@,]+@[^\s<>@,]+>)$/;

/** A key of an object store, which is sent in a header. */
export const accessKey = z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/)));

const TOKEN_MIN = 16;
export const metricsToken = z.optional(z.string().check(z.minLength(TOKEN_MIN), z.regex(/^[\w.~+/=-]+$/)));
