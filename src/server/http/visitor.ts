import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Visitor } from '../caller.ts';

const V4_BLOCK = 24;
const V6_ADDRESS = 64;
const V6_BLOCK = 48;

/** The network of a request. An IPv6 customer has at least a /64, often a /48. IPv4-mapped IPv6 addresses count as IPv4. */
export function visitorOf({ ip, id }: Pick<FastifyRequest, 'ip' | 'id'>): Visitor {
  // X-Forwarded-For of a trusted proxy may contain something other than an address, or an address with a zone.
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
