import { useQuery } from '@tanstack/react-query';
import type { Tariff } from '#contract/tariffs.ts';
import { useSession } from './session.ts';
import { userQuery } from './user.queries.ts';

/** The current tariff of the user: from the server, or from the login response until it is loaded. Undefined for a visitor. */
export function useOwnTariff(): Tariff | undefined {
  const session = useSession();
  const { data: user } = useQuery({ ...userQuery(), enabled: Boolean(session), retry: false });
  if (!session) return undefined;
  return user?.tariff ?? session.tariff ?? undefined;
}
