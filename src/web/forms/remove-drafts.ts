import { currentSession } from '../api/session.ts';
import { localStore, tabStore } from '../storage.ts';

/** Names of stored drafts begin with this and their owner. Apart from `drafts.ts`, which pages without such forms do not load. */
export const DRAFT_PREFIX = 'carnet-draft.';
/** Owner of the drafts of a visitor, and of a user whose id is not known yet. */
export const VISITOR = '0';
export const draftOwner = (): string => String(currentSession()?.userId ?? VISITOR);

/** On a logout: removes the drafts of this browser and tab. */
export function clearDrafts(): void {
  for (const store of [localStore, tabStore]) for (const name of store.keys(DRAFT_PREFIX)) store.remove(name);
}

/** After a login: removes the drafts of other users. What a visitor has typed in this tab stays. */
export function claimDrafts(): void {
  const own = `${DRAFT_PREFIX}${draftOwner()}.`;
  for (const name of localStore.keys(DRAFT_PREFIX)) if (!name.startsWith(own)) localStore.remove(name);
  for (const name of tabStore.keys(DRAFT_PREFIX))
    if (!name.startsWith(own) && !name.startsWith(`${DRAFT_PREFIX}${VISITOR}.`)) tabStore.remove(name);
}
