/**
 * `npm run pictures`: draws the icons and share images into src/web/site. The share images are screenshots of the built home page, so build
 * first; the files are committed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { LANGUAGES } from '#contract/languages.ts';
import { startServer } from '#tests/support/server.ts';
import { openBrowser } from './browser.ts';

const FOLDER = join(import.meta.dirname, '..', 'src', 'web', 'site');
const MARK = join(import.meta.dirname, '..', 'src', 'web', 'ui', 'mark.svg');
const PAPER = '#f3ede0';
const SHARE = { width: 1200, height: 630 };

/** `share`: fraction of the square that the mark covers. */
async function drawIcon(
  name: string,
  size: number,
  share: number,
  background: string | { alpha: number; r: number; g: number; b: number },
) {
  const side = Math.round(size * share);
  const mark = await sharp(MARK, { density: (72 * side) / 32 })
    .resize(side, side)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9 })
    .toFile(join(FOLDER, name));
}

const ICO_HEADER = 6;
const ICO_ENTRY = 16;

/** An icon file of PNG pictures, for browsers and programs that ask for /favicon.ico. */
async function drawFavicon(sizes: readonly number[]): Promise<void> {
  const pictures = await Promise.all(
    sizes.map((size) =>
      sharp(MARK, { density: (72 * size) / 32 })
        .resize(size, size)
        .png({ compressionLevel: 9 })
        .toBuffer(),
    ),
  );
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let place = head.length;
  for (const [index, picture] of pictures.entries()) {
    const entry = ICO_HEADER + ICO_ENTRY * index;
    const size = sizes[index] ?? 0;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(picture.length, entry + 8);
    head.writeUInt32LE(place, entry + 12);
    place += picture.length;
  }
  await writeFile(join(FOLDER, 'favicon.ico'), Buffer.concat([head, ...pictures]));
}

/** Shows only the first screen of the home page, enlarged, with the name above it. */
const AS_PICTURE = `
  html { overflow: hidden; }
  header nav, header div[class*=tools], footer, section ~ section, section a, aside { display: none !important; }
  header { border: 0 !important; position: absolute; left: 74px; top: 42px; }
  header > div { padding: 0 !important; }
  header img { width: 46px; height: 46px; }
  header a { font-size: 34px !important; gap: 14px !important; }
  main { max-width: none !important; padding: 0 74px 0 !important; }
  main > section:first-of-type { grid-template-columns: 1fr 500px !important; height: 630px; padding: 40px 0 0 !important; gap: 56px !important; }
  h1 { font-size: 54px !important; line-height: 1.12 !important; }
  h1 + p { font-size: 23px !important; margin-bottom: 0 !important; max-width: none !important; }
`;

async function drawShare(page: Page, url: string, language: string): Promise<void> {
  await page.goto(`${url}/?lang=${language}`);
  await page.addStyleTag({ content: AS_PICTURE });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, ...SHARE } });
  await sharp(picture)
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toFile(join(FOLDER, `share-${language}.png`));
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
await drawFavicon([16, 32, 48]);
await drawIcon('icon-180.png', 180, 0.8, PAPER);
await drawIcon('icon-192.png', 192, 1, clear);
await drawIcon('icon-512.png', 512, 1, clear);
await drawIcon('icon-maskable-512.png', 512, 0.64, PAPER);

const server = await startServer();
const browser = await openBrowser();
try {
  const context = await browser.newContext({ viewport: SHARE, bypassCSP: true });
  const page = await context.newPage();
  for (const language of LANGUAGES) await drawShare(page, server.url, language);
} finally {
  await browser.close();
  await server.stop();
}
