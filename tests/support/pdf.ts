/** Reads PDFs as a person or a screen reader would. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf';

export interface ReadPdf {
  /** The text of each page; all spaces and line ends are single spaces. */
  pages: string[];
  text: string;
  title: string;
  language: string;
  isTagged: boolean;
  /** Texts that are outside the margins or that another text of the same line covers. */
  misplaced: string[];
}

interface Item {
  str: string;
  width: number;
  /** Its last two numbers are the position. */
  transform: number[];
}

/** Points that rounding may add. */
const TOLERANCE = 0.6;
const MARGIN = 42;
const PAGE_WIDTH = 595.28;

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The library takes the buffer over.
  const pdf = await getDocumentProxy(bytes.slice());
  const { text } = await extractText(pdf, { mergePages: false });
  const { info } = await getMeta(pdf);
  const pages = text.map((page) => page.replace(/\s+/gu, ' '));
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string };
  const misplaced: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    misplaced.push(...misplacedOf((items as Item[]).filter(({ str, width }) => str.trim() !== '' && width > 0)));
  }
  return {
    misplaced,
    pages,
    text: pages.join(' '),
    title: Title,
    language: Language,
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
  };
}

function misplacedOf(items: readonly Item[]): string[] {
  const positioned = items.map(({ str, width, transform: [, , , , x = 0, y = 0] }) => ({ str, x, y, end: x + width }));
  const outside = positioned.filter(({ x, y, end }) => x < MARGIN - TOLERANCE || end > PAGE_WIDTH - MARGIN + TOLERANCE || y < MARGIN / 2);
  const covered = [...Map.groupBy(positioned, ({ y }) => Math.round(y)).values()].flatMap((line) =>
    line.sort((a, b) => a.x - b.x).filter(({ x }, index) => index > 0 && x < (line[index - 1]?.end ?? 0) - TOLERANCE),
  );
  return [...outside, ...covered].map(({ str }) => str);
}

/** Text as `readPdf` returns it. */
export const asRead = (text: string): string => text.replace(/\s+/gu, ' ');
