import type { Canvas } from './canvas.ts';

export type LateElement = ReturnType<typeof lateElement>;

/** An element of the structure that is added to its parent when the first page with its content is drawn. */
export function lateElement(canvas: Canvas, type: string, parent: () => PDFKit.PDFStructureElement) {
  let element: PDFKit.PDFStructureElement | undefined;
  return {
    get(): PDFKit.PDFStructureElement {
      if (!element) {
        element = canvas.doc.struct(type);
        parent().add(element);
      }
      return element;
    },
    end: (): void => element?.end(),
  };
}
