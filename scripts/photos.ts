/**
 * `npm run photos -- to-store | to-database`: moves all photos and thumbnails between the database and the object store of FILES_URL,
 * while the server runs. A run that was interrupted is continued by the next one.
 */
import { setTimeout as after } from 'node:timers/promises';
import { SECOND } from '#contract/time.ts';
import { AppError } from '#server/app-error.ts';
import { isUnavailable } from '#server/db/errors.ts';
import { openStore } from '#server/db/store.ts';
import { workOf } from '#server/db/work.ts';
import { imagesRepo } from '#server/infra/images/images.repo.ts';
import { objectDeletionsJob, RETRY_AFTER } from '#server/infra/images/object-deletions.job.ts';
import { objectsRepo } from '#server/infra/images/objects.repo.ts';
import { objectsService } from '#server/infra/images/objects.service.ts';
import { photoMovesRepo } from '#server/infra/images/photo-moves.repo.ts';
import { type Progress, photoMovesService } from '#server/infra/images/photo-moves.service.ts';
import { isoTime, systemClock } from '#server/ports/clock.ts';
import { filesName } from '#server/ports/files-url.ts';
import { s3Files } from '#server/ports/s3-files.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { readConfig } from '#server/settings/config.ts';
import { usage } from './usage.ts';

const DIRECTIONS = ['to-store', 'to-database'] as const;
const MEGABYTE = 1_000_000;
/** Milliseconds between two lines of progress. */
const REPORT_EVERY = 10 * SECOND;
/** Milliseconds before each further attempt of a step. */
const PAUSES = [SECOND, 4 * SECOND, 15 * SECOND];
/** Seconds that the command waits for a server that deletes objects at the same moment. */
const OTHERS_WITHIN = 20;

const [direction, ...rest] = process.argv.slice(2);
const wanted = DIRECTIONS.find((each) => each === direction);
const config = readConfig(process.env);
const place = config.files;
if (!wanted || rest.length > 0 || !place) {
  console.error(
    wanted && !place
      ? 'FILES_URL is not set: name the object store with it.'
      : `Name a direction: ${usage('photos')} to-store | to-database`,
  );
  process.exit(1);
}

process.umask(0o077);
const store = await openStore({ ...config, onError: (error) => console.error(error.message) });
const files = s3Files(place);
const clock = systemClock;
const objectsWork = workOf(store, objectsRepo);

let reportedAt = performance.now();
const textOf = ({ photos, thumbnails, bytes }: Progress): string =>
  `${photos} photos and ${thumbnails} thumbnails (${(bytes / MEGABYTE).toFixed(1)} MB)`;

function report(progress: Progress): void {
  if (performance.now() - reportedAt < REPORT_EVERY) return;
  reportedAt = performance.now();
  console.log(`moved ${textOf(progress)} so far`);
}

const isTemporary = (error: unknown): boolean => isUnavailable(error) || (error instanceof AppError && error.code === 'api.503');
/** The message of the error that an AppError was thrown for. */
const reasonOf = (error: unknown): string => String(((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);

async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await step();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      console.error(`${reasonOf(error)}; trying again in ${pause / SECOND} s`);
      await after(pause);
    }
  }
  return step();
}

const moves = photoMovesService({
  work: workOf(store, (db) => ({ images: imagesRepo(db), objects: objectsRepo(db), moves: photoMovesRepo(db) })),
  objects: objectsService({ work: objectsWork, files, tokens: cryptoTokens, clock }),
  clock,
  onMove: report,
  patiently,
});

/** Waits until no other process is deleting objects; otherwise they would seem to be left over. */
async function othersEnd(): Promise<void> {
  const isDeleting = () => objectsWork.repos.hasWaiting(isoTime(clock.now() + RETRY_AFTER));
  for (let second = 0; second < OTHERS_WITHIN && (await patiently(isDeleting)); second++) await after(SECOND);
}

try {
  const moved = await (wanted === 'to-store' ? moves.toStore() : moves.toDatabase());
  // A server without FILES_URL would never delete the objects.
  const { run } = objectDeletionsJob({ work: objectsWork, files, clock });
  while (!(await patiently(run)));
  console.log(`moved ${textOf(moved)} ${wanted === 'to-store' ? 'to' : 'from'} ${filesName(place)}`);
  if (moved.lost.length > 0) {
    console.error(`The store has no object for ${moved.lost.length} of them: ${moved.lost.join(', ')}. They stay as they are.`);
    process.exitCode = 1;
  }
  if (wanted === 'to-database') await othersEnd();
  if (wanted === 'to-database' && (await objectsWork.repos.hasWaiting())) {
    console.error(
      'Some objects are still to be deleted from the store, up to an hour after a failed upload. Keep FILES_URL, and run the command again later until this line is gone.',
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`${reasonOf(error)}\nNot all photos were moved. Run the command again to continue.`);
  process.exitCode = 1;
} finally {
  files.close();
  await store.close();
}
