import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Who provides the site and sells the tariffs, as the law asks; every field is empty until an administrator has given it. */
export const seller = z.object({
  name_ua: z.string(),
  name_ru: z.string(),
  name_en: z.string(),
  address_ua: z.string(),
  address_ru: z.string(),
  address_en: z.string(),
  tax_number: z.string(),
  contact_email: z.string(),
  /** Empty if there is none. */
  phone: z.string(),
});
export type Seller = z.core.output<typeof seller>;

export const getSeller = endpoint({
  method: 'GET',
  path: '/api/payments/seller',
  access: 'public',
  summary: 'Get the legal data of the seller, which the terms, the privacy policy and emails about orders show.',
  answer: z.object({ data: seller }),
  unexpectedError: 'tariffApi.request.500',
  errors: [],
});
