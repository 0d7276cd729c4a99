/** A part of a page that is not divided. Measures are in points. */
export interface Block {
  height: number;
  /** The next block is on the same page; several such blocks in a row stay together if one page has room for them. */
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
    if (page.length > 0 && used + neededAt(blocks, index, height) > height) {
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

/** Height of the block at `first` with those that belong to it; with the next one only if they do not fit on one page. */
function neededAt(blocks: readonly Block[], first: number, height: number): number {
  const heightAt = (index: number): number => blocks[index]?.height ?? 0;
  let sum = heightAt(first);
  for (let index = first; blocks[index]?.keepsNext && sum <= height; index += 1) sum += heightAt(index + 1);
  return sum > height && blocks[first]?.keepsNext ? heightAt(first) + heightAt(first + 1) : sum;
}
