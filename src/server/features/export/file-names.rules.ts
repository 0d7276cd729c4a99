/** Characters that Windows rejects, and those that are invisible. */
const UNSAFE = /[\p{C}/\\:*?"<>|]/gu;
/** Names of devices, which Windows rejects with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Characters; a path in a ZIP should be shorter than 260 on Windows, with the folder that it is unpacked to. */
const LENGTH_MAX = 60;

/** A name that every file system accepts. Windows drops dots and spaces at the end, and Unix hides files with a dot at the beginning. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(UNSAFE, '-').replace(/\s+/g, ' ');
  const cut = [...plain]
    .slice(0, LENGTH_MAX)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (cut === '') return '-';
  return RESERVED.test(cut) ? `_${cut}` : cut;
}

/** Returns a function that makes names safe and unique, also where letter case does not count: the second one ends with 2. */
export function uniqueNames(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const name = safeName(text);
    let unique = name;
    for (let n = 2; taken.has(keyOf(unique)); n += 1) unique = `${name} ${n}`;
    taken.add(keyOf(unique));
    return unique;
  };
}

const keyOf = (name: string): string => name.toLowerCase().normalize('NFKC');
