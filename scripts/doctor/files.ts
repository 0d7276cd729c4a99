import { SECOND } from '#contract/time.ts';
import { filesName } from '#server/ports/files-url.ts';
import { s3Files } from '#server/ports/s3-files.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import type { Config } from '#server/settings/config.ts';
import { error, type Finding, ok } from './finding.ts';

/** Milliseconds. */
const TIMEOUT = 10 * SECOND;
const REMEDY =
  'Check FILES_URL (endpoint, region, bucket), the keys, their rights (read, write, delete and list), the clock of this computer, and the firewall';

/** Writes a test object to the bucket, reads it and deletes it. */
export async function checkFiles({ files: settings }: Pick<Config, 'files'>): Promise<Finding> {
  if (!settings) return ok('Photos: FILES_URL is not set, they are stored in the database');
  const name = filesName(settings);
  const files = s3Files(settings, { timeout: TIMEOUT, reads: 1, writes: 1 });
  const key = `doctor-${cryptoTokens.newId()}`;
  const bytes = new TextEncoder().encode('Written by the doctor command of Carnet; may be deleted.');
  try {
    await files.write(key, { mediaType: 'text/plain', bytes });
    const read = await files.read(key);
    await files.remove(key);
    if (Buffer.compare(bytes, read ?? new Uint8Array()) !== 0)
      return error(`Photos: ${name} does not return what was written. Check that the endpoint leads to the store and not to a cache.`);
    if ((await files.read(key)) !== undefined) return error(`Photos: ${name} does not delete objects. Check the rights of the keys.`);
    return ok(`Photos: ${name} can be written, read and deleted`);
  } catch (failure) {
    const { cause } = failure as { cause?: Error };
    return error(`Photos: ${name} does not work (${cause?.message ?? String(failure)}). ${REMEDY}.`);
  } finally {
    files.close();
  }
}
