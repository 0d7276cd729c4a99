import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What is to be done before the site can work; without a mail server nobody can register, without payment details nobody can order, and who sells must be named. */
export const SETUP_STEPS = ['mail', 'payments', 'seller', 'contact', 'address', 'twoFactor'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Counts end at 1,000. */
export const overview = z.object({
  /** Orders whose payment is awaited. */
  orders: z.number(),
  /** Messages without an answer. */
  messages: z.number(),
  /** Undelivered emails; null for administrators who cannot see them. */
  mails: z.nullable(z.number()),
  /** What is still to set up: of what the administrator can do, and a mail server, because each of them writes emails. */
  setup: z.array(z.enum(SETUP_STEPS)),
});
export type Overview = z.core.output<typeof overview>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  role: 'orders',
  summary: 'Count what waits for an administrator, and list what is still to set up.',
  answer: z.object({ data: overview }),
  unexpectedError: 'adminApi.account.500',
  errors: [],
});
