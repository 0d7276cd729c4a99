/** A copy of the server's source with something taken out, to show that a test misses it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './processes.ts';

export interface Patch {
  /** Within src/server. */
  file: string;
  search: string;
  replace: string;
}

export interface PatchedCopy {
  project: string;
  remove(): void;
}

/** Throws when a text to be replaced is not there exactly once: then the list of patches has fallen behind the source. */
export function patchedCopy(patches: readonly Patch[]): PatchedCopy {
  const project = mkdtempSync(join(tmpdir(), 'carnet-patched-'));
  const remove = () => rmSync(project, { recursive: true, force: true });
  try {
    for (const part of ['package.json', 'locales', 'src/contract', 'src/server', 'tests/support']) {
      cpSync(join(PROJECT, part), join(project, part), { recursive: true });
    }
    symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
    for (const { file, search, replace } of patches) {
      const path = join(project, 'src/server', file);
      const source = readFileSync(path, 'utf8');
      const parts = source.split(search);
      if (parts.length !== 2) throw new Error(`src/server/${file} holds ${parts.length - 1} times, not once: ${search}`);
      writeFileSync(path, parts.join(replace));
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { project, remove };
}
