/** Lists and pages of owners and administrators on the data of large-database.ts. */
import { tokenOf } from '../../../bench/data.ts';
import { codeOf, emailOf } from '../../../tests/support/many-rows.ts';
import type { Filled } from './large-database.ts';
import type { Call } from './load.ts';
import { randomBelow } from './requests.ts';

const PAGE_SIZE = 20;
/** The share of requests of owners and visitors. */
const OWNERS_SHARE = 0.75;
/** The share of revenue, which reads all orders, in the requests of administrators: enough of them in four minutes for a p99. */
const REVENUE_SHARE = 0.04;

export function largeCalls({ users, findable, admin, vehicles }: Filled): { next: () => Call } {
  const owners = [...vehicles];
  const ofOwner = (kind: string, pathOf: (vehicle: number) => string) => (): Call => {
    const [owner, vehicle] = owners[randomBelow(owners.length)] as [number, number];
    return { kind, method: 'GET', path: pathOf(vehicle), headers: { authorization: `Bearer ${tokenOf(owner)}` } };
  };
  const ofAdmin = (kind: string, pathOf: () => string) => (): Call => ({
    kind: `admin: ${kind}`,
    method: 'GET',
    path: `/api/${pathOf()}`,
    headers: { authorization: `Bearer ${admin}` },
  });
  const page = (kind: string, path: string) => (): Call => ({ kind, method: 'GET', path });
  /** A user whom the search finds and whose account was not deleted. */
  const someone = (): number => findable * (1 + randomBelow(Math.floor(users / findable)));
  const middle = Math.ceil(users / 2 / PAGE_SIZE);
  const last = Math.ceil(users / PAGE_SIZE);

  const forOwners = [
    ofOwner('records of a vehicle', (vehicle) => `/api/vehicles/${vehicle}/records`),
    ofOwner('vehicle', (vehicle) => `/api/vehicles/${vehicle}`),
    ofOwner('statistics of a vehicle', (vehicle) => `/api/vehicles/${vehicle}/statistics`),
    ofOwner('timeline of a vehicle', (vehicle) => `/api/vehicles/${vehicle}/timeline`),
    ofOwner('vehicles', () => '/api/vehicles'),
    ofOwner('statistics of all vehicles', () => '/api/statistics/vehicles'),
    ofOwner('search in all records', () => `/api/records?q=${encodeURIComponent('оливи')}`),
    ofOwner('account', () => '/api/users/user'),
    ofOwner('sessions', () => '/api/users/sessions'),
    page('page: home', '/'),
    page('page: login', '/login'),
    page('page: book', '/service'),
    page('prices', '/api/prices/price'),
  ];
  const forAdmins = [
    ofAdmin('orders', () => 'admin/orders'),
    ofAdmin('orders, in the middle', () => `admin/orders?page=${middle}`),
    ofAdmin('orders, last page', () => `admin/orders?page=${last}`),
    ofAdmin('orders, processing', () => 'admin/orders?status=processing'),
    ofAdmin('orders by a code', () => `admin/orders?q=${codeOf(someone())}`),
    ofAdmin('orders by an email', () => `admin/orders?q=${emailOf(someone())}`),
    ofAdmin('users', () => 'admin/users'),
    ofAdmin('users, in the middle', () => `admin/users?page=${middle}`),
    ofAdmin('users by an email', () => `admin/users?q=${emailOf(someone())}`),
    ofAdmin('users by 3 letters', () => `admin/users?q=${emailOf(someone()).slice(0, 3)}`),
    ofAdmin('audit log', () => 'admin/audit'),
    ofAdmin('audit log, in the middle', () => `admin/audit?page=${middle}`),
    ofAdmin('audit log of a user', () => `admin/audit?q=${emailOf(someone())}`),
    ofAdmin('failed emails', () => 'admin/mails/failed'),
    ofAdmin('waiting emails', () => 'admin/mails/waiting'),
    ofAdmin('messages', () => 'admin/messages'),
    ofAdmin('visits', () => 'statistics/get-visits'),
  ];
  const revenue = ofAdmin('revenue', () => 'statistics/revenue');
  const oneOf = (makers: readonly (() => Call)[]): Call => (makers[randomBelow(makers.length)] as () => Call)();
  const ofAdministrators = (): Call => (Math.random() < REVENUE_SHARE ? revenue() : oneOf(forAdmins));
  return { next: () => (Math.random() < OWNERS_SHARE ? oneOf(forOwners) : ofAdministrators()) };
}
