/** The requests of owners on the data of bench/data.ts. */
import { OWNERS, ownerOf, tokenOf, VEHICLES_EACH } from '../../../bench/data.ts';
import { requestFor } from '../../../bench/load.ts';
import type { Call } from './load.ts';

export const randomBelow = (limit: number): number => Math.floor(Math.random() * limit);

export const headersOf = (owner: number): Record<string, string> => ({ authorization: `Bearer ${tokenOf(owner)}` });

/** Requests on the vehicles of the first `owners` owners. */
export function callsOf(owners = OWNERS) {
  const anyVehicle = (): number => 1 + randomBelow(owners * VEHICLES_EACH);
  const anyOwner = (): number => 1 + randomBelow(owners);
  const read = (kind: string, path: string, owner: number): Call => ({ kind, method: 'GET', path, headers: headersOf(owner) });
  const ofVehicle = (kind: string, part: string): Call => {
    const vehicle = anyVehicle();
    return read(kind, `/api/vehicles/${vehicle}/${part}`, ownerOf(vehicle));
  };
  return {
    records: () => ofVehicle('records', 'records'),
    statistics: () => ofVehicle('statistics', 'statistics'),
    note: () => ofVehicle('note', 'note'),
    vehicles: () => read('vehicles', '/api/vehicles', anyOwner()),
    timeline: () => ofVehicle('timeline', 'timeline'),
    search: () => read('search', `/api/records?q=${encodeURIComponent('гальмівних')}`, anyOwner()),
    user: () => read('user', '/api/users/user', anyOwner()),
    page: (): Call => ({ kind: 'page', method: 'GET', path: '/' }),
    prices: (): Call => ({ kind: 'prices', method: 'GET', path: '/api/prices/price' }),
    visit: (): Call => ({
      kind: 'visit',
      method: 'POST',
      path: '/api/statistics/set-visits',
      headers: { 'x-forwarded-for': anyAddress() },
    }),
    create: (vehicle = anyVehicle()): Call => {
      const { headers, body = '' } = requestFor('create', vehicle);
      return { kind: 'create', method: 'POST', path: `/api/vehicles/${vehicle}/records`, headers, body: JSON.parse(body) };
    },
  };
}

/** A random address of 10.0.0.0/8, for servers with TRUST_PROXY=loopback, which limit public writes for each address. */
export const anyAddress = (): string => `10.${randomBelow(256)}.${randomBelow(256)}.${1 + randomBelow(254)}`;

/** Picks a request by weights that add up to 1. */
export function mixOf(parts: readonly (readonly [number, () => Call])[]): () => Call {
  return () => {
    let rest = Math.random();
    for (const [weight, make] of parts) {
      rest -= weight;
      if (rest < 0) return make();
    }
    return (parts[0] as readonly [number, () => Call])[1]();
  };
}
