import type { ComponentProps } from 'react';
import { THUMBNAIL_WIDTHS, thumbnailPath } from '#contract/images.ts';

interface ThumbnailProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes' | 'width' | 'height' | 'alt'> {
  alt: string;
  /** Path of a stored image. */
  image: string;
  /** Of its place in CSS pixels, at most. */
  width: number;
  height: number;
}

/** A stored image in a small place, read in the size that fits place and screen. Its style sets `object-fit: cover`. */
export function Thumbnail({ image, alt, width, height, ...rest }: ThumbnailProps) {
  const [smallest] = THUMBNAIL_WIDTHS;
  return (
    <img
      {...rest}
      alt={alt}
      width={width}
      height={height}
      // Thumbnails cover boxes of 4:3; a higher place needs a wider one.
      sizes={`${Math.max(width, Math.round((height * 4) / 3))}px`}
      srcSet={THUMBNAIL_WIDTHS.map((pixels) => `${thumbnailPath(image, pixels)} ${pixels}w`).join(', ')}
      src={thumbnailPath(image, smallest)}
    />
  );
}
