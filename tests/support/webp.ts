import sharp, { type Metadata } from 'sharp';

/** What a thumbnail is. The server, whose code runs in the same process, switches the decoder off. */
export function webpMetadata(thumbnail: Uint8Array): Promise<Metadata> {
  sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
  return sharp(thumbnail).metadata();
}
