import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Visitor } from '../caller.ts';

const V4_BLOCK = 24;
const V6_ADDRESS = 64;
const V6_BLOCK = 48;

/** Undefined if it is not an address: X-Forwarded-For of a trusted proxy may contain something else. */
function parsed(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  try {
    return ipaddr.process(ip);
  } catch {
    return undefined;
  }
}

/** The network of an address with a prefix of that many bits, a multiple of 8; without the zone of an IPv6 address. */
const networkOf = (address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string =>
  `${ipaddr.fromByteArray(address.toByteArray().fill(0, bits / 8)).toNormalizedString()}/${bits}`;

/** The network of a request. An IPv6 customer has at least a /64, often a /48. IPv4-mapped IPv6 addresses count as IPv4. */
export function visitorOf({ ip, id }: Pick<FastifyRequest, 'ip' | 'id'>): Visitor {
  const address = parsed(ip);
  if (!address) return { address: 'unknown', block: 'unknown', requestId: id };
  return address.kind() === 'ipv4'
    ? { address: address.toString(), block: networkOf(address, V4_BLOCK), requestId: id }
    : { address: networkOf(address, V6_ADDRESS), block: networkOf(address, V6_BLOCK), requestId: id };
}
