import type { Readable } from 'node:stream';
import JsonParser from '@streamparser/json/jsonparser.js';
import { Rejection } from './rejection.ts';

/** A value of a JSON file and where it stands, such as ['vehicles', 0, 'entries', 17]. */
export interface JsonRow {
  path: (string | number)[];
  value: unknown;
}

/** More levels than any export has. The parser takes quadratic time for values that are nested deeply. */
const DEPTH_MAX = 50;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Throws for a file that is nested too deeply, by the brackets outside of its strings. */
function newDepthCheck(): (chunk: Uint8Array) => void {
  let [depth, isText, isEscaped] = [0, false, false];
  return (chunk) => {
    for (const byte of chunk) {
      if (isText) {
        if (byte === QUOTE && !isEscaped) isText = false;
        isEscaped = byte === BACKSLASH && !isEscaped;
      } else if (byte === QUOTE) isText = true;
      else if (OPENING.has(byte)) depth += 1;
      else if (CLOSING.has(byte)) depth -= 1;
      if (depth > DEPTH_MAX) throw new Rejection('importsApi.damaged');
    }
  };
}

/** The values at some paths of a JSON file, one after the other, without keeping those before. */
export async function* jsonRows(file: Readable, paths: string[]): AsyncGenerator<JsonRow, void> {
  const parser = new JsonParser({ paths, keepStack: false });
  let rows: JsonRow[] = [];
  let failure: unknown;
  parser.onValue = ({ value, key, stack }) => {
    const path = [...stack.slice(1).map((level) => level.key), key].filter((part) => part !== undefined);
    rows.push({ path, value });
  };
  parser.onError = (error: unknown) => {
    failure ??= error;
  };
  const checkDepth = newDepthCheck();
  for await (const chunk of file) {
    checkDepth(chunk as Uint8Array);
    parser.write(chunk as Uint8Array);
    if (failure) throw new Rejection('importsApi.damaged', failure);
    const found = rows;
    rows = [];
    yield* found;
  }
  if (!parser.isEnded) throw new Rejection('importsApi.damaged');
}
