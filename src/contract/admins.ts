import * as z from 'zod/mini';
import { loginInput } from './auth.ts';
import { endpoint } from './endpoint.ts';

export const adminLogin = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  access: 'public',
  summary: 'Log in as an administrator with email and password; returns a token.',
  body: loginInput,
  answer: z.object({ tokenAdmin: z.string() }),
  successCode: 'adminApi.success',
  validationError: 'adminApi.400',
  unexpectedError: 'adminApi.500',
  errors: ['adminApi.401', 'adminApi.403'],
});

export const adminLogout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  access: 'admin',
  summary: 'Log out the administrator: ends this session.',
  answer: z.object({}),
  successCode: 'adminApi.logout.success',
  unexpectedError: 'adminApi.500',
  errors: [],
});
