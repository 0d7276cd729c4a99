import type { Encoding } from '#contract/tables.ts';

/** The bytes of a text in an encoding. */
export function encoded(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text].map((character) => table.get(character) ?? 0x3f));
}
