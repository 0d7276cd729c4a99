import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { confirmationCode, email, password, personName, phone } from './fields.ts';
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
