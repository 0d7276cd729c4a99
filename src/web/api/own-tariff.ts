import { useQuery } from '@tanstack/react-query';
import type { Tariff } from '#contract/tariffs.ts';
import { useSession } from './session.ts';
import { userQuery } from './user.queries.ts';

/** The tariff in force of who is logged in, as the server knows it or else as the login told; undefined for a visitor. */
export function useOwnTariff(): Tariff | undefined {
  const session = useSession();
  const { data: user } = useQuery({ ...userQuery(), enabled: Boolean(session), retry: false });
  if (!session) return undefined;
  return user?.tariff ?? session.tariff ?? undefined;
}
