import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { IdempotencyKey } from '../../ports/idempotency-key.ts';
import type { IdempotencyRepo } from './idempotency.repo.ts';

/** The repository that a service uses in its own transaction. */
export type IdempotencyStore = IdempotencyRepo;
export type CreatedKind = 'vehicles' | 'entries' | 'plan_lines' | 'plan_completions';

/** A repeated request (double click, lost response) creates one item: its key is stored with the id of that item. No key, no row. */
export const idempotencyService = ({ clock }: { clock: Clock }) => ({
  /** The id that was created for the key, if any; 409 if the key was used for another request. */
  async find(store: IdempotencyStore, userId: UserId, key: IdempotencyKey | undefined): Promise<number | undefined> {
    const created = key && (await store.find(userId, key.key));
    if (created && created.requestHash !== key.requestHash) throw new AppError('api.idempotencyKey.used');
    return created?.createdId;
  },

  /** Stores the key, if there is one; 409 if a concurrent request has already stored it. */
  async store(
    store: IdempotencyStore,
    userId: UserId,
    key: IdempotencyKey | undefined,
    kind: CreatedKind,
    createdId: number,
  ): Promise<void> {
    if (key === undefined) return;
    const created = { kind, createdId, requestHash: key.requestHash };
    if (!(await store.insert(userId, key.key, created, isoTime(clock.now())))) throw new AppError('api.idempotencyKey.used');
  },
});

export type IdempotencyService = ReturnType<typeof idempotencyService>;
