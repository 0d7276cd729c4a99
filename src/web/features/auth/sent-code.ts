import { CODE_TTL } from '#contract/limits.ts';
import { tabStore } from '../../storage.ts';

/** Where the last code went and when (milliseconds): all of a registration or a forgotten password that outlives a reload. Never the code or a password. */
export interface SentCode {
  email: string;
  at: number;
}

export type CodeUse = 'registration' | 'reset';
const keyOf = (use: CodeUse): string => `carnet.${use}`;

/** Until when a code that was sent is worth being asked for. */
export const isFresh = (sent: SentCode | undefined, now = Date.now()): boolean => sent !== undefined && now < sent.at + CODE_TTL;

export function readSentCode(use: CodeUse = 'registration'): SentCode | undefined {
  try {
    const kept = JSON.parse(tabStore.get(keyOf(use)) ?? 'null') as Partial<SentCode> | null;
    if (typeof kept?.email !== 'string' || typeof kept.at !== 'number') return undefined;
    const sent = { email: kept.email, at: kept.at };
    return isFresh(sent) ? sent : undefined;
  } catch {
    // Something else wrote there: the first step is never wrong.
    return undefined;
  }
}

export function keepSentCode(sent: SentCode | undefined, use: CodeUse = 'registration'): void {
  tabStore.set(keyOf(use), sent ? JSON.stringify(sent) : null);
}
