import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';

/** The key of a query is one of these or continues it; all queries whose keys begin alike are invalidated together. */
export const keys = {
  user: ['user'],
  sessions: ['sessions'],
  notices: ['user', 'notices'],
  order: ['order'],
  prices: ['prices'],
  payments: ['payments'],
  payment: (language: Language) => ['payments', 'details', language],
  activePayment: (language: Language) => ['payments', 'active', language],
  blockMessage: ['payments', 'block-message'],
  adverts: (language: Language) => ['adverts', language],
  hasAdverts: ['adverts', 'any'],

  /** The list; what continues it are the archive and single vehicles that are not listed. */
  vehicles: ['vehicles'],
  archive: ['vehicles', 'archived'],
  vehicle: (vehicleId: number) => ['vehicles', vehicleId],
  /** Everything that is derived from the records of a vehicle, except the statistics. */
  records: (vehicleId: number) => ['records', vehicleId],
  latest: (vehicleId: number) => ['records', vehicleId, 'latest'],
  timelines: (vehicleId: number) => ['records', vehicleId, 'timeline'],
  highest: (vehicleId: number) => ['records', vehicleId, 'highest'],
  operations: (vehicleId: number) => ['records', vehicleId, 'operations'],
  /** The records of all vehicles that a search finds. */
  found: ['records', 'found'],
  /** What is due soon on all vehicles. */
  soon: ['records', 'soon'],
  statistics: ['statistics'],
  /** Previews of files, and what was brought in. */
  imports: ['imports'],

  admin: ['admin'],
  ownAdmin: ['admin', 'own'],
  overview: ['admin', 'overview'],
  adminSessions: ['admin', 'sessions'],
  admins: ['admin', 'admins'],
  orders: ['admin', 'orders'],
  orderSums: ['admin', 'order-sums'],
  income: ['admin', 'income'],
  users: ['admin', 'users'],
  adminUser: (userId: number) => ['admin', 'users', 'one', userId],
  mails: ['admin', 'mails'],
  messages: ['admin', 'messages'],
  message: (messageId: number) => ['admin', 'message', messageId],
  audit: ['admin', 'audit'],
  revenue: ['admin', 'revenue'],
  visits: ['admin', 'visits'],
  adminPrices: ['admin', 'prices'],
  adminPayments: ['admin', 'payments'],
  adminBlockMessage: ['admin', 'block-message'],
  adminAdverts: ['admin', 'adverts'],
} as const;

/** Starts of the keys that a write of the user may change. */
export const USER_DATA = [keys.vehicles, ['records'], keys.statistics, keys.user, keys.order, keys.sessions] as const;

/** After a write to a vehicle or its records: everything in which the vehicle counts is stale. Resolves when what is shown is fetched again. */
export async function afterVehicleWrite(client: QueryClient, vehicleId: number): Promise<void> {
  const stale = [keys.vehicles, keys.records(vehicleId), keys.found, keys.soon, keys.statistics];
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}
