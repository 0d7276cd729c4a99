/** A part of a page that is not divided. Measures are in points. */
export interface Block {
  height: number;
  /** The next block is on the same page. */
  keepsNext?: boolean;
  /** Draws the block with its upper edge at `y`. */
  draw(y: number): void;
}

export interface PlacedBlock {
  block: Block;
  y: number;
}

/** Distributes blocks over pages of `height`; each page has at least one block. The first block of a page is at `top`. */
export function paginate(blocks: readonly Block[], top: number, height: number): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [];
  let page: PlacedBlock[] = [];
  let used = 0;
  for (const [index, block] of blocks.entries()) {
    const next = block.keepsNext ? (blocks[index + 1]?.height ?? 0) : 0;
    if (page.length > 0 && used + block.height + next > height) {
      pages.push(page);
      page = [];
      used = 0;
    }
    page.push({ block, y: top + used });
    used += block.height;
  }
  if (page.length > 0) pages.push(page);
  return pages;
}
