import { AppError } from '../../app-error.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { ImageRow, ImagesRepo, StoredObject } from './images.repo.ts';
import { keepObject } from './images.service.ts';
import type { ObjectsRepo } from './objects.repo.ts';
import type { ObjectsService } from './objects.service.ts';
import type { PhotoMovesRepo, Place, StoredPlace } from './photo-moves.repo.ts';

interface MoveRepos {
  images: ImagesRepo;
  objects: ObjectsRepo;
  moves: PhotoMovesRepo;
}

interface Deps {
  work: Work<MoveRepos>;
  objects: ObjectsService;
  clock: Clock;
  /** Called after each move. */
  onMove?: (progress: Progress) => void;
  /** Repeats a step that fails because the store or the database does not answer. */
  patiently?: <T>(step: () => Promise<T>) => Promise<T>;
}

/** What was moved in one run. */
export interface Progress {
  photos: number;
  thumbnails: number;
  bytes: number;
  /** Keys of objects that the store does not have; their rows stay as they are. */
  lost: string[];
}

const PAGE = 20;
/** Moves at the same time. */
const CONCURRENCY = 4;

/** Moves photos and thumbnails between the database and the object store, while servers run. A run continues where the last one ended. */
export function photoMovesService({ work, objects, clock, onMove, patiently = (step) => step() }: Deps) {
  const { repos } = work;
  const find = ({ id, width }: Place): Promise<ImageRow | undefined> =>
    width === 0 ? repos.images.find(id) : repos.images.findThumbnail(id, width);

  async function moveAll<T extends Place>(
    lists: readonly ((after: T | undefined) => Promise<T[]>)[],
    move: (place: T, progress: Progress) => Promise<number | undefined>,
  ): Promise<Progress> {
    const progress: Progress = { photos: 0, thumbnails: 0, bytes: 0, lost: [] };
    for (const list of lists) {
      let page = await list(undefined);
      while (page.length > 0) {
        await inTurns(page, async (place) => {
          const bytes = await patiently(() => move(place, progress));
          if (bytes === undefined) return;
          progress[place.width === 0 ? 'photos' : 'thumbnails'] += 1;
          progress.bytes += bytes;
          onMove?.(progress);
        });
        page = await list(page.at(-1));
      }
    }
    return progress;
  }

  /** The number of bytes moved; undefined if the row was deleted or moved meanwhile. */
  async function moveToStore(place: Place): Promise<number | undefined> {
    const row = await find(place);
    if (!row || row.object) return undefined;
    const image = await objects.write(row);
    const { object } = image;
    if (!object) throw new Error('There is no object store.');
    await checkStored(objects, object, row.bytes);
    const isMoved = await work.inTransaction(async ({ images, moves }) => {
      if (!(await moves.toStore(place, object))) return false;
      await keepObject(images, image);
      return true;
    });
    return isMoved ? object.size : undefined;
  }

  async function moveToDatabase(place: StoredPlace, { lost }: Progress): Promise<number | undefined> {
    const { key } = place.object;
    const bytes = await objects.read(place.object);
    if (!bytes) {
      if ((await find(place))?.object?.key === key) lost.push(key);
      return undefined;
    }
    const isMoved = await work.inTransaction(async (inside) => {
      if (!(await inside.moves.toDatabase(place, bytes))) return false;
      await inside.objects.insert(key, isoTime(clock.now()));
      return true;
    });
    return isMoved ? bytes.byteLength : undefined;
  }

  return {
    toStore: (): Promise<Progress> =>
      moveAll<Place>(
        [
          (after) => repos.moves.listImages(after?.id ?? '', PAGE),
          (after) => repos.moves.listThumbnails(after ?? { id: '', width: 0 }, PAGE),
        ],
        moveToStore,
      ),

    /** The objects are deleted later, as those of deleted photos are. */
    toDatabase: (): Promise<Progress> =>
      moveAll<StoredPlace>(
        [
          (after) => repos.moves.listStoredImages(after?.object.key ?? '', PAGE),
          (after) => repos.moves.listStoredThumbnails(after?.object.key ?? '', PAGE),
        ],
        moveToDatabase,
      ),
  };
}

/** Throws api.503 if the store has not kept the bytes, of which the row has the only copy. */
async function checkStored(objects: ObjectsService, object: StoredObject, bytes: Uint8Array): Promise<void> {
  const stored = await objects.read(object);
  if (stored && Buffer.compare(stored, bytes) === 0) return;
  throw new AppError('api.503', { cause: new Error(`The object store did not keep ${object.key}.`) });
}

/** Calls `act` for each item, for CONCURRENCY of them at a time. */
async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
