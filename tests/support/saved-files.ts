import { vi } from 'vitest';

interface SavedFile {
  name: string;
  type: string;
  text: () => Promise<string>;
}

/** Blob.text of jsdom and TextDecoder remove the byte order mark, which a spreadsheet needs. */
async function textOf(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise<ArrayBuffer>((resolve) => {
    reader.onload = () => resolve(reader.result as ArrayBuffer);
  });
  reader.readAsArrayBuffer(blob);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(await read));
}

/** Collects the files that the page downloads. Restore the mocks after the test. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) files.push({ name: this.download, type: blob.type, text: () => textOf(blob) });
  });
  return files;
}
