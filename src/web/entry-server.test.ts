import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import type { Manifest } from './document.ts';
import { createRender, type PageRequest } from './entry-server.tsx';

const MODULES = [
  'home/home',
  'about/about',
  'not-found/not-found',
  'contact/contact',
  'vehicles/vehicles',
  'auth/login',
  'users/user',
  'admin/admin',
];
const manifest: Manifest = {
  'src/web/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/web/ui/interactive-root.tsx': { file: 'assets/interactive.js', css: ['assets/interactive.css'], imports: ['_shared.js'] },
  ...Object.fromEntries(
    MODULES.map((name) => [`src/web/features/${name}.page.tsx`, { file: `assets/${name}.js`, imports: ['_shared.js'] }]),
  ),
};
const render = createRender(manifest);
const request = (over: Partial<PageRequest> = {}): PageRequest => ({
  path: '/',
  language: 'ua',
  theme: 'light',
  origin: 'https://carnet.example',
  data: {},
  ...over,
});

const PAGES = ['/', '/service', '/contact', '/about', '/login', '/user', '/admin'];

describe('a page from the server', () => {
  it.each(PAGES)('%s answers 200 with a head of its own in each language', async (path) => {
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, html } = await render(request({ path, language }));
      expect(status).toBe(200);
      expect(html).toMatch(/<meta name="description" content="[^"]+">/);
      expect(html).toMatch(/<meta name="keywords" content="[^"]+">/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      titles.add(html.match(/<title>(.+)<\/title>/)?.[1] ?? '');
    }
    expect(titles.size).toBe(3);
  });

  it.each(['/nope', '//other.example/x', '/%E0%A4%A', '/service/extra'])('%s is not found, with a way home', async (path) => {
    const { status, html } = await render(request({ path }));
    expect(status).toBe(404);
    expect(html).toContain('Сторінку не знайдено');
    expect(html).toContain('href="/"');
  });

  it('is written in the language and theme asked for', async () => {
    const { html } = await render(request({ language: 'ua', theme: 'dark' }));
    expect(html).toContain('<html lang="uk" data-mantine-color-scheme="dark">');
  });

  it('names each language of a public page, each canonical to itself', async () => {
    const { html } = await render(request({ path: '/about/', language: 'ru' }));
    expect(html).toContain('<link rel="canonical" href="https://carnet.example/about?lang=ru">');
    expect(html).toContain('hreflang="uk" href="https://carnet.example/about"');
    expect(html).toContain('hreflang="en" href="https://carnet.example/about?lang=en"');
  });

  it('keeps private pages out of search engines', async () => {
    const { html } = await render(request({ path: '/user' }));
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('hreflang');
  });

  it('carries no inline script or style that the policy would forbid', async () => {
    for (const path of PAGES) {
      const { html } = await render(request({ path }));
      expect(html).not.toMatch(/<style|<script(?![^>]*(?:src=|application\/json))/);
    }
  });

  it('hands over data that cannot end its element', async () => {
    const { html } = await render(request({ data: { text: '</script><script>alert(1)</script>' } }));
    expect(html).not.toContain('<script>alert');
    const boot = JSON.parse(html.match(/id="boot">(.*)<\/script>/)?.[1] ?? '');
    expect(boot.data.text).toBe('</script><script>alert(1)</script>');
  });

  it('fetches the component library only where something is filled in', async () => {
    expect((await render(request())).html).not.toContain('interactive');
    expect((await render(request({ path: '/login' }))).html).toContain('/assets/interactive.css');
  });
});
