import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { confirmationCode, email, enteredPassword, isStorable, password, personName, phone, tariff } from './fields.ts';
import { EMAIL_MAX } from './limits.ts';
import { timeZone } from './time-zone.ts';

export const sendCodeInput = z.object({ email });
export const validateCodeInput = z.object({ email, confirmationCode });
export const registrationInput = z.object({
  firstName: personName,
  lastName: personName,
  email,
  phone: z.optional(phone),
  password,
  confirmationCode,
  agreement: z.literal(true, 'validation.agreement'),
  /** As the browser reports it; one that is not known is left out. */
  timeZone: z.catch(z.optional(timeZone), undefined),
});
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

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/users/send-code',
  access: 'public',
  summary: 'Email a confirmation code to an address that is about to be registered.',
  body: sendCodeInput,
  answer: z.object({}),
  successCode: 'api.sendCode.success',
  unexpectedError: 'api.sendCode.500',
  errors: [
    'api.registration.closed',
    'api.sendCode.400',
    'api.sendCode.429',
    'api.sendCode.network',
    'api.sendCode.busy',
    'api.code.locked',
  ],
});

export const validateCode = endpoint({
  method: 'POST',
  path: '/api/users/validate-code',
  access: 'public',
  summary: 'Check the emailed code.',
  body: validateCodeInput,
  answer: z.object({}),
  successCode: 'api.validateCode.success',
  unexpectedError: 'api.validateCode.500',
  errors: ['api.validateCode.403', 'api.validateCode.404', 'api.validateCode.expired', 'api.code.locked', 'api.code.429'],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/users/registration',
  access: 'public',
  summary: 'Create the account; the validated code must be sent again.',
  body: registrationInput,
  answer: z.object({ data: z.object({ firstName: z.string() }) }),
  status: 201,
  successCode: 'api.registration.success',
  unexpectedError: 'api.registration.500',
  errors: [
    'api.registration.closed',
    'api.registration.403',
    'api.registration.409',
    'api.validateCode.403',
    'api.validateCode.expired',
    'api.code.locked',
    'api.code.429',
  ],
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
