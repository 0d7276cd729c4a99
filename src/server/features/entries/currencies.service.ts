export type { CurrenciesRepo } from './currencies.repo.ts';
