import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { createPages } from '../entry-server.tsx';

const { files } = createPages(undefined, new Date('2026-03-14T09:26:53Z'));

describe('site files', () => {
  const read = (path: string, language: Language = 'ua') =>
    String(files[path]?.write({ origin: 'https://carnet.example', language }) ?? '');

  it('list every public page in every language in the sitemap, and no other page', () => {
    expect(read('/robots.txt')).toContain('Sitemap: https://carnet.example/sitemap.xml');
    const found = [...read('/sitemap.xml').matchAll(/<loc>https:\/\/carnet\.example(.+)<\/loc>/g)].map(([, path]) => path);
    const isPublic = ['/', '/service', '/contact', '/about', '/login'];
    const documents = ['privacy', 'terms'].map((name) => `/login?tab=registration&amp;view=${name}`);
    expect(found.sort()).toEqual(
      [
        ...isPublic.flatMap((path) => [path, `${path}?lang=en`, `${path}?lang=ru`]),
        ...documents.flatMap((path) => [path, `${path}&amp;lang=en`, `${path}&amp;lang=ru`]),
      ].sort(),
    );
  });

  it('have the day of the build in every entry of the sitemap', () => {
    const sitemap = read('/sitemap.xml');
    expect(sitemap.match(/<lastmod>2026-03-14<\/lastmod>/g)).toHaveLength(sitemap.match(/<url>/g)?.length ?? 0);
    expect(createPages(undefined).files['/sitemap.xml']?.write({ origin: '', language: 'ua' })).not.toContain('lastmod');
  });

  it('include the icons that browsers ask for by their well-known paths', () => {
    const bytesOf = (path: string) => Buffer.from(files[path]?.write({ origin: '', language: 'ua' }) as Uint8Array);
    expect(bytesOf('/favicon.ico').subarray(0, 6).toString('hex')).toBe('000001000300');
    expect(bytesOf('/apple-touch-icon.png').subarray(1, 4).toString()).toBe('PNG');
  });

  it('include a web manifest in the requested language', () => {
    const manifest = JSON.parse(read('/manifest.webmanifest', 'en'));
    expect(manifest).toMatchObject({ name: 'Carnet', lang: 'en', start_url: '/service', display: 'standalone' });
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512']);
    expect(manifest.description).not.toBe(JSON.parse(read('/manifest.webmanifest', 'ru')).description);
  });
});
