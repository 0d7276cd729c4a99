import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { enteredPassword, isStorable, tariff } from './fields.ts';
import { EMAIL_MAX } from './limits.ts';

/** Applies no format or password rules: a failed login must not reveal what a valid password looks like. */
export const loginInput = z.object({
  email: z
    .string('validation.required')
    .check(
      z.refine(isStorable, 'validation.characters'),
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, 'validation.required'),
      z.maxLength(EMAIL_MAX, 'validation.tooLong'),
    ),
  password: enteredPassword,
});

export const login = endpoint({
  method: 'POST',
  path: '/api/users/login',
  access: 'public',
  summary: 'Log in with email and password; returns a token.',
  body: loginInput,
  answer: z.object({ token: z.string(), user_id: z.number(), tariff }),
  successCode: 'api.loginUser.success',
  validationError: 'api.loginUser.cannotEmpty',
  unexpectedError: 'api.loginUser.500',
  errors: ['api.loginUser.401', 'api.loginUser.403', 'api.loginUser.locked'],
});
