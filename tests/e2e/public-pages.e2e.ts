import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import { anAccount, PASSWORD } from '../support/accounts.ts';
import { setPaymentActive } from '../support/adverts-page.ts';
import { testClock } from '../support/clock.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, logInAs } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';

/** What search engines, link previews and users without scripts receive. */

const PAGES = [
  {
    path: '/',
    head: 'home:head',
    texts: ['home:title', 'home:lead', 'home:chapters.costs.text', 'home:tariffs.title', 'tariffs:names.business'],
  },
  { path: '/service', head: 'service:head', texts: ['service:title', 'service:loggedOut.title', 'service:loggedOut.text'] },
  {
    path: '/about',
    head: 'about:head',
    texts: ['about:title', 'about:lead', 'about:chapters.person.title', 'about:chapters.technology.title'],
  },
  { path: '/contact', head: 'contact:head', texts: ['contact:title', 'contact:lead', 'contact:message', 'contact:noScript'] },
  { path: '/login', head: 'shell:heads.login', texts: ['auth:login.title', 'auth:tabs.registration'] },
  { path: '/login?tab=registration&view=privacy', head: 'auth:heads.privacy', texts: ['privacy:intro'] },
  { path: '/login?tab=registration&view=terms', head: 'auth:heads.terms', texts: ['terms:intro'] },
] as const;

const addressOf = (path: string, language: Language) =>
  language === 'ua' ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** Fetches a page as `curl` does; the text is returned without markup and with its entities decoded. */
async function read(url: string) {
  const response = await fetch(url, { headers: { 'accept-language': 'en' } });
  const html = await response.text();
  const find = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  return {
    status: response.status,
    lang: find(/<html lang="([^"]+)"/),
    title: find(/<title>([^<]+)</),
    description: find(/name="description" content="([^"]+)"/),
    keywords: find(/name="keywords" content="([^"]+)"/),
    canonical: find(/rel="canonical" href="([^"]+)"/),
    picture: find(/property="og:image" content="([^"]+)"/),
    hreflangs: [...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang, href]) => `${lang} ${href?.replaceAll('&amp;', '&')}`,
    ),
    text: html
      .replace(/<script[^>]*>.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"'),
  };
}

for (const language of LANGUAGES)
  test(`serves every public page in ${language} with its text and a unique head`, async ({ server }) => {
    const say = textsOf(language);
    const heads = new Set<string>();
    for (const { path, head, texts } of PAGES) {
      const page = await read(server.url + addressOf(path, language));
      expect(page, path).toMatchObject({
        status: 200,
        lang: HTML_LANGUAGE[language],
        title: say(`${head}.title`),
        description: say(`${head}.description`),
        keywords: say(`${head}.keywords`),
        canonical: server.url + addressOf(path, language),
      });
      for (const key of texts) expect(page.text, `${path} ${key}`).toContain(say(key));
      expect(page.hreflangs.sort()).toEqual(
        [
          ...LANGUAGES.map((other) => `${HTML_LANGUAGE[other]} ${server.url}${addressOf(path, other)}`),
          `x-default ${server.url}${path}`,
        ].sort(),
      );
      heads.add(`${page.title} ${page.description}`);
      const picture = await fetch(page.picture ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(heads.size).toBe(PAGES.length);
  });

test('serves other spellings of a path as the same page, and unknown paths as one 404 page', async ({ server }) => {
  for (const path of ['/ABOUT', '/about/', '/About//'])
    expect(await read(server.url + path)).toMatchObject({ status: 200, canonical: `${server.url}/about` });
  for (const path of ['/nothing', '/service/extra', '/user/x/y']) {
    const page = await read(`${server.url}${path}?lang=en`);
    expect(page).toMatchObject({ status: 404, lang: 'en', title: textsOf('en')('notFound:head.title'), canonical: `${server.url}/404` });
    expect(page.text).toContain(textsOf('en')('notFound:title'));
  }
});

test('robots.txt, sitemap and manifest point to existing resources', async ({ server }) => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  const sitemap = /Sitemap: (.+)/.exec(robots)?.[1] ?? '';
  expect(sitemap).toBe(`${server.url}/sitemap.xml`);
  const response = await fetch(sitemap);
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const found = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url?.replaceAll('&amp;', '&'));
  expect(found.sort()).toEqual(PAGES.flatMap(({ path }) => LANGUAGES.map((language) => server.url + addressOf(path, language))).sort());
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest?lang=ru`)).json();
  expect(manifest).toMatchObject({ name: 'Carnet', lang: 'ru', description: textsOf('ru')('home:head.description') });
  for (const [path, mediaType] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ]) {
    const { status, headers } = await fetch(server.url + path);
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, mediaType]);
  }
  for (const { src } of manifest.icons) expect((await fetch(server.url + src)).headers.get('content-type')).toBe('image/png');
});

test('the tags of link previews follow a navigation, and links keep the language of the address', async ({ page, server }) => {
  const say = textsOf('en');
  const tag = (name: string) => page.locator(`meta[property="og:${name}"]`);
  await page.goto('/?lang=en');
  await expect(tag('url')).toHaveAttribute('content', `${server.url}/?lang=en`);
  const contact = page.getByRole('navigation').getByRole('link', { name: say('shell:nav.contact'), exact: true });
  await expect(contact).toHaveAttribute('href', '/contact?lang=en');
  await page.getByRole('combobox', { name: say('shell:language.label') }).selectOption('ru');
  const contactInRussian = page.getByRole('navigation').getByRole('link', { name: textsOf('ru')('shell:nav.contact'), exact: true });
  await expect(contactInRussian).toHaveAttribute('href', '/contact');
  await contactInRussian.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('ru')('contact:title'));
  await expect(tag('url')).toHaveAttribute('content', `${server.url}/contact?lang=ru`);
  await expect(tag('title')).toHaveAttribute('content', textsOf('ru')('contact:head.title'));
  await expect(tag('description')).toHaveAttribute('content', textsOf('ru')('contact:head.description'));
});

test('shows a changed price in the next page, whichever process changed it', async ({ server, store }) => {
  const priceOf = async () => /4,50 \$|3 \$/.exec((await read(server.url)).text.replaceAll(/\s/g, ' '))?.[0];
  await setPaymentActive(store, true);
  expect(await priceOf()).toBe('3 $');
  await store.db.updateTable('prices').set({ price: 450 }).where('tariff', '=', 'family').execute();
  expect(await priceOf()).toBe('4,50 $');
  await store.db.updateTable('prices').set({ price: 300 }).where('tariff', '=', 'family').execute();
  expect(await priceOf()).toBe('3 $');
});

test('a logged-in user can read the privacy policy and the terms', async ({ reader: { page, say }, store }) => {
  await logInAs(page, await anOwner(store));
  for (const name of ['privacy', 'terms'] as const) {
    await page.goto(`/login?tab=registration&view=${name}`);
    await expect(page.getByRole('link', { name: say('shell:nav.user') })).toBeVisible();
    await expect(page.getByText(say(`${name}:intro`))).toBeVisible();
    await expect(page).toHaveTitle(say(`auth:heads.${name}.title`));
  }
});

test('the server renders pages for a logged-in user with a link to the account instead of the login', async ({
  reader: { page, say },
  store,
}) => {
  const linksOf = async () => {
    const html = await (await page.context().request.get('/')).text();
    return ['user', 'login'].filter((name) => html.includes(`aria-label="${say(`shell:nav.${name}`)}"`));
  };
  await page.goto('/');
  expect(await linksOf()).toEqual(['login']);
  await logInAs(page, await anOwner(store));
  await page.goto('/');
  await expect(page.getByRole('link', { name: say('shell:nav.user') })).toBeVisible();
  expect(await linksOf()).toEqual(['user']);
  await page.goto('/user');
  await expect(page).toHaveTitle(say('shell:heads.user.title'));
  await page.goto('/user?view=profile');
  await expect(page).toHaveTitle(`${say('user:menu.profile')} · Carnet`);
  const menu = page.getByRole('navigation', { name: say('user:menu.label') });
  await menu.getByRole('button', { name: say('user:menu.logout') }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: say('shell:nav.login') })).toBeVisible();
  expect(await linksOf()).toEqual(['login']);
});

test('the login waits for the scripts of the page, and keeps what was typed before', async ({ reader, store }) => {
  const { page, say, press } = reader;
  const { email } = await anAccount({ store, clock: testClock() });
  const hold = Promise.withResolvers<void>();
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const send = page.getByRole('button', { name: say('auth:login.send'), exact: true });
  await expect(send).toBeDisabled();
  await page.getByLabel(say('auth:email')).fill(email);
  await page.getByLabel(say('auth:password'), { exact: true }).fill(PASSWORD);
  hold.resolve();
  await press(send);
  await expect(page).toHaveURL('/service');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  const TEXT_OF = {
    service: 'service:loggedOut.text',
    contact: 'contact:lead',
    about: 'about:lead',
    home: 'home:lead',
  };

  test('the language is kept from page to page, and can be changed', async ({ page }) => {
    const english = textsOf('en');
    await page.goto('/?lang=en');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL('/service?lang=en');
    await expect(page.getByText(english('service:loggedOut.text'))).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: english('shell:nav.login') })
      .click();
    await page.getByRole('link', { name: english('auth:document.terms') }).click();
    await expect(page.getByText(english('terms:intro'))).toBeVisible();
    await page.getByRole('link', { name: 'Русский' }).click();
    await expect(page.getByText(textsOf('ru')('terms:intro'))).toBeVisible();
  });

  for (const width of [360, 1280])
    test(`every public page is reachable and readable at ${width} px`, async ({ reader: { page, say } }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      for (const name of ['service', 'contact', 'about', 'home'] as const) {
        if (width < 678) await page.getByLabel(say('shell:nav.menu'), { exact: true }).click();
        await page
          .getByRole('navigation')
          .getByRole('link', { name: say(`shell:nav.${name}`) })
          .click();
        await expect(page).toHaveURL(name === 'home' ? '/' : `/${name}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('main').getByText(say(TEXT_OF[name]))).toBeVisible();
      }
      await expect(page.getByText(say('home:tariffs.perMonth')).first()).toBeVisible();
      await page.getByRole('link', { name: say('shell:nav.login') }).click();
      await expect(page.getByRole('heading', { name: say('auth:login.title') })).toBeVisible();
      for (const name of ['privacy', 'terms'] as const) {
        await page.getByRole('link', { name: say(`auth:document.${name}`) }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(`auth:document.${name}`));
        await expect(page.getByText(say(`${name}:intro`))).toBeVisible();
        await page
          .getByRole('link', { name: say('auth:document.back') })
          .first()
          .click();
        await expect(page.getByRole('heading', { name: say('auth:registration.title') })).toBeVisible();
      }
    });
});
