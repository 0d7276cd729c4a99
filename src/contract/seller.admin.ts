import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, line, phone, seenText } from './fields.ts';
import { seller } from './seller.ts';

// Here instead of limits.ts, which every page loads.
export const TAX_NUMBER_MAX = 32;
const name = line(200);
const address = line(300);

export const sellerInput = z.object(
  {
    name_ua: name,
    name_ru: name,
    name_en: name,
    address_ua: address,
    address_ru: address,
    address_en: address,
    /** Of any country, so its form is not checked. */
    tax_number: line(TAX_NUMBER_MAX),
    contact_email: email,
    phone: z._default(phone, ''),
  },
  'validation.required',
);

export const updateSeller = endpoint({
  method: 'PUT',
  path: '/api/payments/seller',
  access: 'admin',
  role: 'all',
  summary: 'Save the legal data of the seller.',
  body: z.object({
    data: sellerInput,
    /** The data as it was shown to the administrator; 409 if other data is stored by now. Without it, the last request wins. */
    seen: z.optional(
      z.object(
        {
          name_ua: seenText,
          name_ru: seenText,
          name_en: seenText,
          address_ua: seenText,
          address_ru: seenText,
          address_en: seenText,
          tax_number: seenText,
          contact_email: seenText,
          phone: seenText,
        },
        'validation.invalid',
      ),
    ),
  }),
  answer: z.object({ data: seller }),
  successCode: 'sellerApi.success',
  validationError: 'api.loginUser.cannotEmpty',
  unexpectedError: 'tariffApi.request.500',
  errors: ['adminApi.reloginRequired', 'adminApi.changed'],
});
