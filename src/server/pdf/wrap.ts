type Measure = (text: string) => number;

/** Lines may break after a space, and after a hyphen, a dash or a slash inside a word, but not at a no-break space. */
const BREAKS = /(?<= )|(?<=[^ ][-–—/])(?=[^ ])/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The lines of a text, at most `width` wide. Words that are longer than a line continue on the next one. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = (): void => {
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const word of text
    .replace(/[^\S\u00a0]+/gu, ' ')
    .trim()
    .split(BREAKS)) {
    const needed = measure(word.trimEnd());
    if (used + needed > width) end();
    const parts = needed > width ? cut(word, width, measure) : [word];
    for (const [index, part] of parts.entries()) {
      if (index > 0) end();
      line += part;
      used += measure(part);
    }
  }
  end();
  return lines;
}

/** Parts of a long word, each at most `width` wide but at least one character long. */
function cut(word: string, width: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    const needed = measure(segment);
    if (part !== '' && used + needed > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += needed;
  }
  return [...parts, part];
}
