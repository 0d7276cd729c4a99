import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyRepo } from './idempotency.repo.ts';

/** What a service that makes things keeps in its transaction. */
export type IdempotencyStore = IdempotencyRepo;
export type CreatedKind = 'vehicles' | 'records';

/** A double click or a lost answer makes one thing: the key of the request leads to what it made. Without a key nothing is kept. */
export const idempotencyService = ({ clock }: { clock: Clock }) => ({
  /** The id that was made for the key; 400 when the key made something of another kind. */
  async find(store: IdempotencyStore, userId: UserId, key: string | undefined, kind: CreatedKind): Promise<number | undefined> {
    const made = key === undefined ? undefined : await store.find(userId, key);
    if (made && made.kind !== kind) throw new AppError('api.idempotencyKey');
    return made?.createdId;
  },

  /** False when a parallel request with the same key was first. */
  async keep(store: IdempotencyStore, userId: UserId, key: string | undefined, kind: CreatedKind, createdId: number): Promise<boolean> {
    return key === undefined || store.insert(userId, key, { kind, createdId }, isoTime(clock.now()));
  },
});

export type IdempotencyService = ReturnType<typeof idempotencyService>;
