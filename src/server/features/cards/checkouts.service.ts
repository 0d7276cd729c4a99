import type { Work } from '../../db/work.ts';
import type { Cards } from '../../ports/cards.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { CardsRepo } from './cards.repo.ts';

interface Deps {
  work: Work<{ cards: CardsRepo }>;
  /** None while card payment is off. */
  cards: Cards | undefined;
  clock: Clock;
  onError: (error: unknown) => void;
}

export type CheckoutsService = ReturnType<typeof checkoutsService>;

/** Closes checkouts at the card service. Best effort: one that stays open expires, and administrators are told of its payment. */
export function checkoutsService({ work, cards, clock, onError }: Deps) {
  /** True if it is paid or its payment is in progress. A failure of the service is logged; the next change of the order tries again. */
  async function closeOne(service: Cards, id: string): Promise<boolean> {
    try {
      if ((await service.closeCheckout(id)) === 'complete') return true;
      await work.repos.cards.markCheckoutClosed(id, isoTime(clock.now()));
    } catch (error) {
      onError(error);
    }
    return false;
  }

  /** True if one of them is paid or its payment is in progress. */
  async function close(ids: readonly string[]): Promise<boolean> {
    if (!cards || ids.length === 0) return false;
    return (await Promise.all(ids.map((id) => closeOne(cards, id)))).includes(true);
  }

  return {
    close,

    /** Closes all checkouts of an order that was changed, paid or removed; to be called after the commit. */
    async closeAll(code: string): Promise<void> {
      if (!cards) return;
      const { open } = await work.repos.cards.listCheckouts(code, isoTime(clock.now()));
      await close(open);
    },
  };
}
