import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyRepo } from './idempotency.repo.ts';

/** The repository that a service uses in its own transaction. */
export type IdempotencyStore = IdempotencyRepo;
export type CreatedKind = 'vehicles' | 'records';

/** A repeated request (double click, lost response) creates one item: its key is stored with the id of that item. No key, no row. */
export const idempotencyService = ({ clock }: { clock: Clock }) => ({
  /** The id that was created for the key, if any; 400 if the key was used for an item of another kind. */
  async find(store: IdempotencyStore, userId: UserId, key: string | undefined, kind: CreatedKind): Promise<number | undefined> {
    const created = key === undefined ? undefined : await store.find(userId, key);
    if (created && created.kind !== kind) throw new AppError('api.idempotencyKey');
    return created?.createdId;
  },

  /** Stores the key, if there is one; false if a concurrent request has already stored it. */
  async store(store: IdempotencyStore, userId: UserId, key: string | undefined, kind: CreatedKind, createdId: number): Promise<boolean> {
    return key === undefined || store.insert(userId, key, { kind, createdId }, isoTime(clock.now()));
  },
});

export type IdempotencyService = ReturnType<typeof idempotencyService>;
