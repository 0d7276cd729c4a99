/** A copy of the server's source with a part removed, to check that a test detects it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './processes.ts';

export interface Patch {
  /** Path below src/server. */
  file: string;
  search: string;
  replace: string;
}

export interface PatchedCopy {
  project: string;
  remove(): void;
}

/** Returns the file with the patch applied. Throws unless the text to replace occurs exactly once; otherwise the patch is out of date. */
export function patched({ file, search, replace }: Patch, project = PROJECT): string {
  const parts = readFileSync(join(project, 'src/server', file), 'utf8').split(search);
  if (parts.length !== 2) throw new Error(`src/server/${file} contains ${parts.length - 1} times, not once: ${search}`);
  return parts.join(replace);
}

export function patchedCopy(patches: readonly Patch[]): PatchedCopy {
  const project = mkdtempSync(join(tmpdir(), 'carnet-patched-'));
  const remove = () => rmSync(project, { recursive: true, force: true });
  try {
    for (const part of ['package.json', 'locales', 'src/contract', 'src/server', 'tests/support']) {
      cpSync(join(PROJECT, part), join(project, part), { recursive: true });
    }
    symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
    for (const patch of patches) writeFileSync(join(project, 'src/server', patch.file), patched(patch, project));
  } catch (error) {
    remove();
    throw error;
  }
  return { project, remove };
}
