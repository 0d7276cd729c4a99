import { CODE_TTL } from '#contract/limits.ts';
import { tabStore } from '../../storage.ts';

/**
 * Address and time (milliseconds) of the last code: all that a registration or password reset keeps across a reload. The code and the
 * password are never stored.
 */
export interface SentCode {
  email: string;
  at: number;
}

export type CodeUse = 'registration' | 'reset';
const keyOf = (use: CodeUse): string => `carnet.${use}`;

/** Whether the code has not expired yet, so that its step can be shown. */
export const isFresh = (sent: SentCode | undefined, now = Date.now()): boolean => sent !== undefined && now < sent.at + CODE_TTL;

export function readSentCode(use: CodeUse = 'registration'): SentCode | undefined {
  try {
    const stored = JSON.parse(tabStore.get(keyOf(use)) ?? 'null') as Partial<SentCode> | null;
    if (typeof stored?.email !== 'string' || typeof stored.at !== 'number') return undefined;
    const sent = { email: stored.email, at: stored.at };
    return isFresh(sent) ? sent : undefined;
  } catch {
    // Another script wrote an invalid value: start with the first step.
    return undefined;
  }
}

export function storeSentCode(sent: SentCode | undefined, use: CodeUse = 'registration'): void {
  tabStore.set(keyOf(use), sent ? JSON.stringify(sent) : null);
}
