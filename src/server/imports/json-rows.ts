import type { Readable } from 'node:stream';
import JsonParser from '@streamparser/json/jsonparser.js';
import { Rejection } from './rejection.ts';

/** A value of a JSON file and where it stands, such as ['vehicles', 0, 'entries', 17]. */
export interface JsonRow {
  path: (string | number)[];
  value: unknown;
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
  for await (const chunk of file) {
    parser.write(chunk as Uint8Array);
    if (failure) throw new Rejection('importsApi.damaged', failure);
    const found = rows;
    rows = [];
    yield* found;
  }
  if (!parser.isEnded) throw new Rejection('importsApi.damaged');
}
