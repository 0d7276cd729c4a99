/** Where an image is read, by its unguessable id (22 characters of base64url): not JSON, so no endpoint of the list. */
export const imagePath = (imageId: string): string => `/api/images/${imageId}`;

/** The id in such a path. */
export const imageIdOf = (path: string): string => path.slice(imagePath('').length);

/** Sizes in which every image can be read: it covers a box of this width (pixels) and three quarters of the height, uncropped. */
export const THUMBNAIL_WIDTHS = [192, 384] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** The address of a smaller size of the image at `path`. */
export const thumbnailPath = (path: string, width: ThumbnailWidth): string => `${path}?width=${width}`;
