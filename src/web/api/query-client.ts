import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** What is refused once is refused again: only lost answers and 5xx are tried a second time. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof CallError && error.failure.status >= 400 && error.failure.status < 500);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 30_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
