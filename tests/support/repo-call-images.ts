import { AT } from './repo-call-rows.ts';

/** The arguments of calls about photos, for repo-call-arguments.ts. */
export const IMAGE_CALLS = {
  imagesRepo: {
    insert: [[{ id: 'x', mediaType: 'image/jpeg', bytes: new Uint8Array(1), createdAt: AT }]],
    exists: [['x']],
    find: [['x']],
    findThumbnail: [['x', 192]],
    insertThumbnail: [['x', 192, { mediaType: 'image/webp', bytes: new Uint8Array(1) }]],
    deleteThumbnail: [['x', 192, 'y']],
    delete: [['x']],
    keepObject: [['x']],
  },
  objectsRepo: {
    insert: [['x', AT]],
    claimDue: [[{ now: AT, retryAt: AT, limit: 100 }]],
    delete: [[['x']]],
    hasImages: [[]],
    hasWaiting: [[], [AT]],
  },
  photoMovesRepo: {
    listImages: [['x', 20]],
    listThumbnails: [[{ id: 'x', width: 192 }, 20]],
    listStoredImages: [['x', 20]],
    listStoredThumbnails: [['x', 20]],
    toStore: [0, 192].map((width) => [
      { id: 'x', width },
      { key: 'y', size: 1 },
    ]),
    toDatabase: [0, 192].map((width) => [{ id: 'x', width, object: { key: 'y', size: 1 } }, new Uint8Array(1)]),
  },
} satisfies Record<string, Record<string, readonly (readonly unknown[])[]>>;
