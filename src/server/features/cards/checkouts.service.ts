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

/** Closes checkouts at the card service. Best effort: one that stays open expires by itself, and a payment of it is told to the administrators. */
export function checkoutsService({ work, cards, clock, onError }: Deps) {
  /** True when it is paid, or its payment under way. A service that fails is logged; the checkout is tried again with the next change. */
  async function closeOne(service: Cards, id: string): Promise<boolean> {
    try {
      if ((await service.closeCheckout(id)) === 'complete') return true;
      await work.read.cards.markCheckoutClosed(id, isoTime(clock.now()));
    } catch (error) {
      onError(error);
    }
    return false;
  }

  /** Closes these; true when one of them is paid, or its payment under way. */
  async function close(ids: readonly string[]): Promise<boolean> {
    if (!cards || ids.length === 0) return false;
    return (await Promise.all(ids.map((id) => closeOne(cards, id)))).includes(true);
  }

  return {
    close,

    /** Closes all of an order that was changed or paid, or is gone; to be called once that is committed. */
    async closeAll(code: string): Promise<void> {
      if (!cards) return;
      const { open } = await work.read.cards.listCheckouts(code, isoTime(clock.now()));
      await close(open);
    },
  };
}
