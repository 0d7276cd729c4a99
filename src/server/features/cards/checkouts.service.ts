import type { Work } from '../../db/work.ts';
import type { Cards } from '../../ports/cards.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { CardsRepo } from './cards.repo.ts';

interface Deps {
  work: Work<{ cards: CardsRepo }>;
  /** Undefined while card payment is off. */
  cards: Cards | undefined;
  clock: Clock;
  onError: (error: unknown) => void;
}

export type CheckoutsService = ReturnType<typeof checkoutsService>;

/** Closes checkouts at the card service. Best effort: one that stays open expires; if it is paid, administrators get an email. */
export function checkoutsService({ work, cards, clock, onError }: Deps) {
  /** True if it is paid or its payment is in progress. Errors of the card service are logged; the next change of the order retries. */
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

    /** Closes all checkouts of an order that was changed, paid or removed. Call it after the commit. */
    async closeAll(code: string): Promise<void> {
      if (!cards) return;
      const { open } = await work.repos.cards.listCheckouts(code, isoTime(clock.now()));
      await close(open);
    },
  };
}
