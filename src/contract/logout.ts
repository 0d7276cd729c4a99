import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Apart from the other calls, so that the page of the account does not load the rules of the forms. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/users/logout',
  access: 'user',
  summary: 'Log out: ends this session.',
  answer: z.object({}),
  successCode: 'api.logout.success',
  unexpectedError: 'api.logout.500',
  errors: [],
});
