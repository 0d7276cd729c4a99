import type { Face, FaceName, Faces } from './faces.ts';
import { wrap } from './wrap.ts';

/** An A4 page in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 42, right: 42, top: 42, bottom: 56 };
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

export const COLORS = { ink: '#1c2226', soft: '#535b5e', line: '#cfc8b8', band: '#f3ede0', petrol: '#0f6b6b' };

export interface Style {
  face: FaceName;
  size: number;
  /** Distance between two lines. */
  leading: number;
  color: string;
}

const style = (face: FaceName, size: number, leading: number, color = COLORS.ink): Style => ({ face, size, leading, color });

export const STYLES = {
  name: style('strong', 26, 32),
  heading: style('strong', 13, 18),
  band: style('strong', 10, 14),
  value: style('strong', 10.5, 14),
  label: style('text', 8, 11, COLORS.soft),
  cell: style('text', 8.5, 12),
  strongCell: style('strong', 8.5, 12),
  code: style('text', 8.5, 12, COLORS.soft),
  mark: style('strong', 9, 12, COLORS.petrol),
  margin: style('text', 8, 11, COLORS.soft),
} as const;
export type StyleName = keyof typeof STYLES;

/** Lines of one style, as wide as their column. */
export interface Lines {
  style: StyleName;
  lines: readonly string[];
}

export type Canvas = ReturnType<typeof newCanvas>;

export const newCanvas = (doc: PDFKit.PDFDocument, faces: Faces) => {
  const faceOf = (name: StyleName): Face => faces[STYLES[name].face];
  // pdfkit accepts an open font, which its types do not know yet.
  for (const [name, { font }] of Object.entries(faces)) doc.registerFont(name, font as unknown as Buffer);

  const measure = (name: StyleName, text: string): number => faceOf(name).measure(text, STYLES[name].size);
  const heightOf = (parts: readonly Lines[]): number =>
    parts.reduce((sum, part) => sum + part.lines.length * STYLES[part.style].leading, 0);

  return {
    doc,
    measure,
    heightOf,
    /** The text in lines of that width. */
    wrapped: (name: StyleName, text: string, width = CONTENT_WIDTH): Lines => ({
      style: name,
      lines: wrap(faceOf(name).printable(text), width, (part) => measure(name, part)),
    }),
    /** Draws lines below each other; returns the y below them. With `right`, they end there. */
    write(parts: readonly Lines[], x: number, top: number, right?: number): number {
      let y = top;
      for (const { style: name, lines } of parts) {
        const { face, size, leading, color } = STYLES[name];
        doc.font(face).fontSize(size).fillColor(color);
        for (const line of lines) {
          doc.text(line, right === undefined ? x : right - measure(name, line), y, { lineBreak: false });
          y += leading;
        }
      }
      return y;
    },
    /** An element of the structure with the content that `draw` adds to the page when the element gets its parent. */
    element: (type: string, draw: () => void, alt?: string): PDFKit.PDFStructureElement =>
      doc.struct(type, alt === undefined ? {} : { alt }, [draw]),
    /** Draws what is not part of the content, which screen readers skip. */
    artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
      doc.markContent('Artifact', { type });
      draw();
      doc.endMarkedContent();
    },
    /** Frees memory: pdfkit remembers the glyphs of every word that was written, 3 KB for each. */
    forgetWords(): void {
      for (const name of Object.keys(faces)) {
        const { _font } = doc.font(name) as unknown as { _font?: { layoutCache?: unknown } };
        if (!_font?.layoutCache) throw new Error('pdfkit keeps its glyphs elsewhere');
        _font.layoutCache = Object.create(null);
      }
    },
    /** Frees memory: once an element is written, only its number is needed, but pdfkit keeps the whole element (0.3 KB). */
    forgetElement(element: PDFKit.PDFStructureElement): void {
      const { dictionary } = element as unknown as { dictionary?: { data?: unknown; buffer?: unknown } };
      if (!dictionary?.data || !dictionary.buffer) throw new Error('pdfkit keeps its elements elsewhere');
      dictionary.data = undefined;
      dictionary.buffer = undefined;
    },
    rule(y: number, width = 0.5): void {
      doc
        .moveTo(PAGE.left, y)
        .lineTo(PAGE.width - PAGE.right, y)
        .lineWidth(width)
        .strokeColor(COLORS.line)
        .stroke();
    },
  };
};
