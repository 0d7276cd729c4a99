/** `basic` is free; `family` and `business` are paid. */
export const TARIFFS = ['basic', 'family', 'business'] as const;
export type Tariff = (typeof TARIFFS)[number];

/** Tariffs that can be ordered. */
export const PAID_TARIFFS = ['family', 'business'] as const satisfies readonly Tariff[];
export type PaidTariff = (typeof PAID_TARIFFS)[number];

/** Currencies of amounts. They are labels only; amounts are never converted. */
export const CURRENCIES = ['UAH', 'USD', 'EUR', 'PLN', 'GBP'] as const;
export const CURRENCY_CHANGES = ['relabel', 'fromNow'] as const;
export type CurrencyChange = (typeof CURRENCY_CHANGES)[number];
export type Currency = (typeof CURRENCIES)[number];

/** Statuses of an order, in the order in which it passes through them (docs/product.md, Orders and payments). */
export const ORDER_STATUSES = ['processing', 'confirmed', 'completed'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
