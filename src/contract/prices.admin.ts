import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { typedNumber } from './fields.ts';
import { TARIFF_PRICE_MAX } from './limits.ts';
import { price } from './prices.ts';
import { TARIFFS } from './tariffs.ts';

/** A missing or empty list is 422, a missing or invalid price 400. */
export const updatePricesInput = z
  .array(
    z.object({
      tariff: z.enum(TARIFFS, 'validation.choice'),
      price: typedNumber({ decimals: 2, max: TARIFF_PRICE_MAX }),
      /** The price that was shown before the change: 409 if it is another one by now. */
      seen: z.optional(typedNumber({ decimals: 2, max: TARIFF_PRICE_MAX })),
    }),
    'pricesApi.update.422',
  )
  .check(z.minLength(1, 'pricesApi.update.422'), z.maxLength(TARIFFS.length, 'validation.tooLong'));

export const updatePrices = endpoint({
  method: 'PATCH',
  path: '/api/prices/price',
  access: 'admin',
  role: 'all',
  summary: 'Update the prices given; existing orders keep their amount.',
  body: updatePricesInput,
  answer: z.object({ data: z.array(price) }),
  successCode: 'pricesApi.update.success',
  validationError: 'pricesApi.update.400',
  unexpectedError: 'pricesApi.update.500',
  errors: ['pricesApi.update.422', 'adminApi.changed'],
});
