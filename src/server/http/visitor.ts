import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Visitor } from '../caller.ts';

const V4_BLOCK = 24;
const V6_ADDRESS = 64;
const V6_BLOCK = 48;

/** Where a request comes from. One IPv6 customer has a /64 at least and often a /48; IPv4-mapped addresses count as IPv4. */
export function visitorOf({ ip, id }: Pick<FastifyRequest, 'ip' | 'id'>): Visitor {
  // A trusted proxy may send something other than an address in X-Forwarded-For, or one with a zone.
  if (!ipaddr.isValid(ip)) return { address: 'unknown', block: 'unknown', requestId: id };
  const address = ipaddr.process(ip);
  const network = (bits: number): string => {
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    return `${kind.networkAddressFromCIDR(`${address.toNormalizedString().replace(/%.*/, '')}/${bits}`).toNormalizedString()}/${bits}`;
  };
  return address.kind() === 'ipv4'
    ? { address: address.toString(), block: network(V4_BLOCK), requestId: id }
    : { address: network(V6_ADDRESS), block: network(V6_BLOCK), requestId: id };
}
