/** Path of an image by its unguessable id (22 characters of base64url). Returns bytes, not JSON, so it is not one of the endpoints. */
export const imagePath = (imageId: string): string => `/api/images/${imageId}`;

/** The image id in a path from `imagePath`. */
export const imageIdOf = (path: string): string => path.slice(imagePath('').length);

/** Available thumbnail widths in pixels: a thumbnail covers a box of this width with a height of three quarters of it, uncropped. */
export const THUMBNAIL_WIDTHS = [192, 384] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** Path of the thumbnail of the image at `path`. */
export const thumbnailPath = (path: string, width: ThumbnailWidth): string => `${path}?width=${width}`;
