import * as z from 'zod/mini';

/** Specification 1: basic is free, family and business are paid. */
export const TARIFFS = ['basic', 'family', 'business'] as const;
export type Tariff = (typeof TARIFFS)[number];
export const tariff = z.enum(TARIFFS);

/** Those that can be ordered. */
export const PAID_TARIFFS = ['family', 'business'] as const satisfies readonly Tariff[];
export type PaidTariff = (typeof PAID_TARIFFS)[number];

/** Currencies that label record prices; nothing is converted (product decisions, part 2). */
export const CURRENCIES = ['UAH', 'USD', 'EUR', 'PLN', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Status of an order, in the only order that it takes (specification 4). */
export const ORDER_STATUSES = ['processing', 'confirmed', 'completed'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
