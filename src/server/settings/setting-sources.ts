import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { SECRETS, SETTING_NAMES } from './settings.ts';

type Environment = Record<string, string | undefined>;

export interface Sources {
  /** Values by the name of their setting, without empty ones, and with the contents of files. */
  values: Record<string, string>;
  /** One sentence each. */
  problems: string[];
  /** Settings whose value could not be read. */
  unread: ReadonlySet<string>;
}

const KNOWN: ReadonlySet<string> = new Set([...SETTING_NAMES, ...SECRETS.map((name) => `${name}_FILE`)]);
/** Other variables differ from shorter names in two letters by chance: HOME and HOST. */
const LONG_NAME = 8;
const MAX_DISTANCE = 2;

const lettersOf = (name: string): string => [...name].sort().join('');

/** True if `name` looks like a misspelt `setting`: two edits, or for a short name the same letters in another order. */
function isLike(name: string, setting: string): boolean {
  if (setting.length < LONG_NAME) return name.length === setting.length && lettersOf(name) === lettersOf(setting);
  return Math.abs(name.length - setting.length) <= MAX_DISTANCE && distance(name, setting) <= MAX_DISTANCE;
}

/** The setting that an unknown name probably means. */
function intendedSetting(name: string): string | undefined {
  if (KNOWN.has(name)) return undefined;
  // TRUST_PROXIES differs from TRUST_PROXY in three letters.
  const upper = name.toUpperCase().replace(/IES$/, 'Y');
  const similar = [...KNOWN].filter((setting) => isLike(upper, setting));
  return similar.sort((a, b) => distance(upper, a) - distance(upper, b))[0];
}

function readSecret(file: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return value.trim() === '' ? { problem: 'is empty' } : { value };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
}

/** Collects the values of all settings, including those from files. Empty variables count as not set. */
export function readSources(env: Environment): Sources {
  const filled = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '');
  const values = Object.fromEntries(filled.filter(([name]) => KNOWN.has(name)));
  const unread = new Set<string>();
  const problems = filled.flatMap(([name]) => {
    const intended = intendedSetting(name);
    return intended ? [`The setting ${name} is unknown: ${intended} is probably meant.`] : [];
  });
  for (const name of SECRETS) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    const secret = readSecret(file);
    if (name in values) problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
    else if ('problem' in secret) problems.push(`The file ${file}, which ${name}_FILE names, ${secret.problem}.`);
    else values[name] = secret.value;
    if (!(name in values)) unread.add(name);
  }
  return { values, problems, unread };
}
