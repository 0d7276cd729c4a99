import type { ComponentProps } from 'react';
import { THUMBNAIL_WIDTHS, thumbnailPath } from '#contract/images.ts';

interface ThumbnailProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'width' | 'height' | 'alt'> {
  alt: string;
  /** Path of a stored image. */
  image: string;
  /** Maximum width and height of the box, in CSS pixels. */
  width: number;
  height: number;
}

/** A thumbnail of a stored image, in the resolution that fits box and screen. The caller's style must set `object-fit: cover`. */
export function Thumbnail({ image, alt, width, height, ...rest }: ThumbnailProps) {
  const [smallest] = THUMBNAIL_WIDTHS;
  return (
    <img
      {...rest}
      alt={alt}
      width={width}
      height={height}
      // Thumbnails cover 4:3 boxes; a taller box needs a wider thumbnail.
      sizes={`${Math.max(width, Math.round((height * 4) / 3))}px`}
      srcSet={THUMBNAIL_WIDTHS.map((pixels) => `${thumbnailPath(image, pixels)} ${pixels}w`).join(', ')}
      src={thumbnailPath(image, smallest)}
    />
  );
}
