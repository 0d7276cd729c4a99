import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../app-error.ts';

const FILE_MODE = 0o600;

/** A file without a name, whose space is freed when it is closed, even if the process is killed. */
export async function newNamelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `temporary-${randomUUID()}`);
  const file = await open(path, 'wx+', FILE_MODE);
  await unlink(path);
  return file;
}

/** A full or broken disk is not an error of the request: 503. */
export async function unlessDiskFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new AppError('api.503', { cause });
  }
}
