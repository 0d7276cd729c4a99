import * as z from 'zod/mini';
import { loginInput } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'An administrator’s token for e-mail and password.',
  body: loginInput,
  answer: z.object({ tokenAdmin: z.string() }),
  done: 'adminApi.success',
  invalid: 'adminApi.400',
  failure: 'adminApi.500',
  errors: ['adminApi.401', 'adminApi.403'],
});

export const adminLogout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  summary: 'Ends the administrator’s session of the token.',
  answer: z.object({}),
  done: 'adminApi.logout.success',
  failure: 'adminApi.500',
  errors: [],
});
