/** Where an image is read, by its unguessable id (22 characters of base64url): not JSON, so no endpoint of the list. */
export const imagePath = (imageId: string): string => `/api/images/${imageId}`;

/** The id in such a path. */
export const imageIdOf = (path: string): string => path.slice(imagePath('').length);
