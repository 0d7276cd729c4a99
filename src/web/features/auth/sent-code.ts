import { CODE_TTL } from '#contract/limits.ts';

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
    const kept = JSON.parse(sessionStorage.getItem(keyOf(use)) ?? 'null') as Partial<SentCode> | null;
    if (typeof kept?.email !== 'string' || typeof kept.at !== 'number') return undefined;
    const sent = { email: kept.email, at: kept.at };
    return isFresh(sent) ? sent : undefined;
  } catch {
    // Something else wrote there, or storage is switched off: the first step is never wrong.
    return undefined;
  }
}

export function keepSentCode(sent: SentCode | undefined, use: CodeUse = 'registration'): void {
  try {
    if (sent) sessionStorage.setItem(keyOf(use), JSON.stringify(sent));
    else sessionStorage.removeItem(keyOf(use));
  } catch {
    // A full or forbidden storage only costs the step after a reload.
  }
}
