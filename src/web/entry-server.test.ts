import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import type { PageContent } from '#contract/page-content.ts';
import { sellerBody } from '#tests/support/sellers.ts';
import type { Manifest } from './document.ts';
import { createPages, type PageRequest } from './entry-server.tsx';

/** The pages that exist: a handle that names another file fails. */
const MODULES = Object.keys(import.meta.glob('./features/**/*.page.tsx')).map((path) =>
  path.slice('./features/'.length, -'.page.tsx'.length),
);
const manifest: Manifest = {
  'src/web/entry-client.tsx': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  ...Object.fromEntries(
    MODULES.map((name) => [`src/web/features/${name}.page.tsx`, { file: `assets/${name}.js`, imports: ['_shared.js'] }]),
  ),
};
const { addressOf, render } = createPages(manifest);
const request = (over: Partial<PageRequest> = {}): PageRequest => ({
  address: '/',
  language: 'ua',
  theme: 'light',
  hasSession: false,
  origin: 'https://carnet.example',
  data: {},
  ...over,
});

/** Escapes a text as React does. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');

/** Without the no-break spaces that a page has besides those of the texts. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

interface StructuredData {
  '@graph': Record<string, unknown>[];
}
const structuredDataIn = (html: string): StructuredData =>
  JSON.parse(html.match(/<script type="application\/ld\+json">(.*)<\/script>/)?.[1] ?? '');

const PAGES = ['/', '/service', '/service/7', '/service/statistics', '/contact', '/about', '/login', '/user', '/admin'];

describe('a server-rendered page', () => {
  it.each(PAGES)('%s answers 200 with its own head in each language', async (path) => {
    const titles = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, html } = await render(request({ address: addressOf(path), language }));
      expect(status).toBe(200);
      expect(html).toMatch(/<meta name="description" content="[^"]+">/);
      expect(html).toMatch(/<meta name="keywords" content="[^"]+">/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      titles.add(html.match(/<title>(.+)<\/title>/)?.[1] ?? '');
    }
    expect(titles.size).toBe(3);
  });

  it.each(['/nope', '//other.example/x', '/%E0%A4%A', '/service/extra'])('%s answers 404 with a link to the home page', async (path) => {
    const { status, html } = await render(request({ address: addressOf(path) }));
    expect(status).toBe(404);
    expect(html).toContain('Сторінку не знайдено');
    expect(html).toContain('href="/"');
  });

  it('renders /service as text for a visitor and as a placeholder of the book for a user', async () => {
    const visitor = (await render(request({ address: '/service' }))).html;
    expect(visitor).toContain('Увійдіть, щоб відкрити книжку');
    expect(visitor).toContain('href="/login?from=%2Fservice"');
    expect(visitor).not.toContain('aria-busy="true"');
    expect(visitor).toContain('<html lang="uk" data-theme="light">');
    const user = (await render(request({ address: '/service', hasSession: true }))).html;
    expect(user).not.toContain('href="/login?from=%2Fservice"');
    expect(user).toContain('aria-busy="true"');
    expect(user).toContain('<html lang="uk" data-theme="light" data-unknown-height="true">');
  });

  it('renders /admin in the layout of the panel, with room for header and footer, which appear after the login', async () => {
    const { html } = await render(request({ address: '/admin' }));
    expect(html).toContain('<html lang="uk" data-theme="light" data-unknown-height="true" data-admin-panel="true">');
    expect(html).toMatch(/<header[^>]* data-reserved="true">/);
    expect(html).toMatch(/<footer[^>]* data-reserved="true">/);
  });

  it.each(PAGES.slice(0, -1))('%s links to the login page for a visitor and to the account for a user', async (path) => {
    const linksIn = async (hasSession: boolean) => {
      const { html } = await render(request({ address: addressOf(path), hasSession }));
      const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
      return [header.includes('aria-label="Увійти"'), header.includes('href="/user"')];
    };
    expect(await linksIn(false)).toEqual([true, false]);
    expect(await linksIn(true)).toEqual([false, true]);
  });

  it('uses the requested language and theme', async () => {
    const { html } = await render(request({ language: 'ua', theme: 'dark' }));
    expect(html).toContain('<html lang="uk" data-theme="dark">');
  });

  it.each(LANGUAGES)('preloads only the fonts that a page in %s needs', async (language) => {
    const { html } = await render(request({ language }));
    const preloaded = [...html.matchAll(/rel="preload" as="font"[^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(preloaded.map((href) => href.includes('cyrillic'))).toEqual(language === 'en' ? [false] : [false, true]);
  });

  it('links to each language of a public page, each with its own canonical address', async () => {
    const { html } = await render(request({ address: addressOf('/ABOUT/'), language: 'ru' }));
    expect(html).toContain('<link rel="canonical" href="https://carnet.example/about?lang=ru">');
    expect(html).toContain('hreflang="uk" href="https://carnet.example/about"');
    expect(html).toContain('hreflang="en" href="https://carnet.example/about?lang=en"');
  });

  it('marks private pages as noindex', async () => {
    const { html } = await render(request({ address: '/user' }));
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('hreflang');
  });

  it.each([
    ['ua', 'Витрати на весь транспорт · Carnet'],
    ['ru', 'Расходы на весь транспорт · Carnet'],
    ['en', 'Costs of all vehicles · Carnet'],
  ] as const)('has the costs of all vehicles with a title in %s, for no search engine', async (language, title) => {
    const { html } = await render(request({ address: addressOf('/service/statistics'), language }));
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<link rel="canonical" href="https://carnet.example/service/statistics">');
    expect(html).not.toContain('hreflang');
  });

  it('contains no inline script or style, which the CSP forbids', async () => {
    for (const path of PAGES) {
      const { html } = await render(request({ address: path }));
      expect(html).not.toMatch(/<style|<script(?![^>]*(?:src=|application\/(?:ld\+)?json))/);
    }
  });

  it('passes formatted numbers and days on, so that the browser need not format them again', async () => {
    const { html } = await render(request());
    const { formatted } = JSON.parse(html.match(/id="boot">(.*)<\/script>/)?.[1] ?? '');
    expect(formatted).toMatchObject({ 'number[98047]': '98\u00a0047', 'day["2026-06-14"]': '14.06.2026' });
  });

  it('escapes boot data that would close its script element', async () => {
    const { html } = await render(request({ origin: 'https://carnet.example/</script><script>alert(1)</script>' }));
    expect(html).not.toContain('<script>alert');
    const boot = JSON.parse(html.match(/id="boot">(.*)<\/script>/)?.[1] ?? '');
    expect(boot.origin).toContain('</script><script>alert(1)</script>');
  });

  it('says that registration is closed, instead of the form', async () => {
    const at = (data: PageRequest['data']) => render(request({ address: addressOf('/login?tab=registration'), language: 'en', data }));
    expect((await at({ isRegistrationClosed: true })).html).toContain('Registration is closed');
    expect((await at({})).html).toContain('Start your service book');
  });

  it.each(LANGUAGES)('describes the application with the prices of the page for search engines, in %s', async (language) => {
    const prices = [
      { tariff: 'basic', price: 0 },
      { tariff: 'family', price: 4.5 },
      { tariff: 'business', price: 12 },
    ] as const;
    const { html } = await render(request({ language, data: { prices: [...prices], isPaymentActive: false } }));
    const entries = structuredDataIn(html)['@graph'];
    expect(entries.map((entry) => entry['@type'])).toEqual(['Organization', 'SoftwareApplication']);
    const [organization, application] = entries;
    const names = (await import(`#locales/${language}/tariffs.json`)).default.names;
    const home = language === 'ua' ? 'https://carnet.example/' : `https://carnet.example/?lang=${language}`;
    expect(organization).toMatchObject({
      url: 'https://carnet.example/',
      logo: expect.stringMatching(/^https:\/\/carnet\.example\/.+\.png$/),
    });
    expect(application).toMatchObject({ name: 'Carnet', url: home, publisher: { '@id': organization?.['@id'] } });
    expect(application?.offers).toMatchObject(
      prices.map(({ tariff, price }) => ({
        '@type': 'Offer',
        name: names[tariff],
        price,
        priceCurrency: 'USD',
        availability: `https://schema.org/${tariff === 'basic' ? 'InStock' : 'OutOfStock'}`,
      })),
    );
    expect(structuredDataIn((await render(request({ language }))).html)['@graph'][1]).not.toHaveProperty('offers');
  });

  it('names the path to the other public pages for search engines, and nothing on private ones', async () => {
    const { html } = await render(request({ address: '/contact', language: 'en' }));
    expect(structuredDataIn(html)['@graph']).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://carnet.example/?lang=en' },
          { '@type': 'ListItem', position: 2, name: 'Contact', item: 'https://carnet.example/contact?lang=en' },
        ],
      },
    ]);
    for (const address of ['/user', '/admin', '/404']) expect((await render(request({ address }))).html).not.toContain('ld+json');
  });

  it('escapes structured data that would close its script element', async () => {
    const { html } = await render(request({ origin: 'https://carnet.example/</script><script>alert(1)</script>' }));
    expect(html).not.toContain('<script>alert');
    expect(structuredDataIn(html)['@graph'][0]?.url).toContain('</script><script>alert(1)</script>');
  });

  it.each(PAGES.slice(0, -1))('%s keeps ?lang= in its links, and has none without it', async (path) => {
    const linksIn = async (linkLanguage?: 'en') => {
      const { html } = await render(request({ address: addressOf(path), language: 'en', linkLanguage }));
      return [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
    };
    const links = await linksIn('en');
    expect(links.length).toBeGreaterThan(0);
    for (const href of links) expect(new URLSearchParams(href.split('?')[1]).getAll('lang'), href).toEqual(['en']);
    expect((await linksIn()).join()).not.toContain('lang=');
  });

  it('has links to the languages of a public page for readers without scripts', async () => {
    const { html } = await render(request({ address: '/login?tab=registration&view=terms', language: 'ru' }));
    const links = html.slice(html.indexOf('<noscript><nav'));
    const address = 'https://carnet.example/login?tab=registration&amp;view=terms';
    for (const [tag, href] of [
      ['uk', address],
      ['ru', `${address}&amp;lang=ru`],
      ['en', `${address}&amp;lang=en`],
    ])
      expect(links).toContain(`<a href="${href}" lang="${tag}" hreflang="${tag}"`);
    expect((await render(request({ address: '/user' }))).html).not.toContain('<noscript><nav');
  });

  it('loads the code of a page only on that page', async () => {
    expect((await render(request())).html).not.toContain('auth/login.js');
    expect((await render(request({ address: '/login' }))).html).toContain('/assets/auth/login.js');
  });

  it.each(['privacy', 'terms'])('contains the whole text of %s, with its own head', async (name) => {
    const address = `/login?tab=registration&view=${name}`;
    for (const language of LANGUAGES) {
      const { html } = await render(request({ address, language }));
      const texts = (await import(`#locales/${language}/${name}.json`)).default;
      for (const { heading, paragraphs } of texts.sections)
        for (const text of [heading, ...paragraphs])
          expect(plain(html)).toContain(plain(escaped(text.replace('{{messages}}', texts.messages?.year))));
      expect(html).not.toContain('mailto:');
      expect(html).toContain(`<title>${texts.title} · Carnet</title>`);
      const own = `https://carnet.example${address}${language === 'ua' ? '' : `&lang=${language}`}`;
      expect(html).toContain(`<link rel="canonical" href="${own.replaceAll('&', '&amp;')}">`);
    }
  });

  it('names the seller in the privacy policy and the terms, and says how long messages are kept', async () => {
    const seller = sellerBody();
    for (const language of LANGUAGES) {
      const documentOf = async (name: string, data: PageContent) =>
        (await render(request({ address: `/login?tab=registration&view=${name}`, language, data }))).html;
      const { messages } = (await import(`#locales/${language}/privacy.json`)).default;
      for (const name of ['privacy', 'terms']) {
        const html = await documentOf(name, { seller });
        for (const text of [seller[`name_${language}`], seller[`address_${language}`], seller.tax_number, seller.phone])
          expect(plain(html)).toContain(escaped(text));
        expect(html).toContain('<a href="mailto:koval@example.com">');
      }
      expect(plain(await documentOf('privacy', { messageRetention: 0 }))).toContain(escaped(messages.kept));
      expect(plain(await documentOf('privacy', { messageRetention: 30 }))).toMatch(/[^\d]30 (днів|дней|days)/);
    }
  });

  it('renders the registration tab on the server, with the head of the login page', async () => {
    const { html } = await render(request({ address: '/login?tab=registration' }));
    expect(html).toMatch(/<button[^>]*aria-selected="true"[^>]*>Реєстрація/);
    expect(html).not.toMatch(/<section[^>]*id="panel-registration"[^>]*hidden/);
    expect(html).toContain('<link rel="canonical" href="https://carnet.example/login">');
  });

  it('has Open Graph tags in each language, with a picture per language', async () => {
    const pictures = new Set<string>();
    for (const language of LANGUAGES) {
      const { html } = await render(request({ address: '/about', language }));
      const property = (name: string) => html.match(new RegExp(`property="${name}" content="([^"]+)"`))?.[1];
      expect(html).toContain(`<title>${property('og:title')}</title>`);
      expect(html).toContain(`<link rel="canonical" href="${property('og:url')}">`);
      expect(property('og:image')).toMatch(/^https:\/\/carnet\.example\/.+\.png$/);
      pictures.add(property('og:image') ?? '');
    }
    expect(pictures.size).toBe(3);
    expect((await render(request({ address: '/user' }))).html).not.toContain('og:');
  });
});

describe('addressOf', () => {
  it.each([
    ['/', '/'],
    ['/SERVICE', '/service'],
    ['/service/', '/service'],
    ['/Login//', '/login'],
    ['/no-such-page', '/404'],
    ['/service/extra', '/404'],
    ['/Service/Statistics/?period=all', '/service/statistics'],
    ['/service/statistics/details', '/404'],
    ['/service/7', '/service/:vehicleId'],
    ['/Service/7/Details/?q=x', '/service/:vehicleId/details'],
    ['/service/7/extra', '/404'],
    ['/service/0', '/404'],
    ['/service/:vehicleId', '/404'],
    ['/%E0%A4%A', '/404'],
    ['//other.example/x', '/404'],
    ['/about?view=terms', '/about'],
    ['/login?lang=ru&from=%2Fservice', '/login'],
    ['/login?tab=registration', '/login?tab=registration'],
    ['/login?from=%2Fuser&tab=registration', '/login?tab=registration'],
    ['/login?view=terms', '/login'],
    ['/login?tab=registration&view=reset', '/login?tab=registration'],
    ['/Login/?view=terms&x=1&tab=registration&lang=en', '/login?tab=registration&view=terms'],
  ])('maps %s to %s', (path, address) => expect(addressOf(path)).toBe(address));
});
