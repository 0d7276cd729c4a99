import type { Page } from '@playwright/test';
import { BANNER_DELAY, BANNER_HIDE, BANNER_ROTATION, BANNER_SLIDE } from '#contract/limits.ts';
import { advanceUntil, openAtRest, replaceAdverts } from '../support/adverts-page.ts';
import { button } from '../support/book.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { anOwner, logInAs } from '../support/owners.ts';

/** The advert banner, with a clock that the test controls. */

const TITLES = ['Зимові шини', 'Яхт-клуб', 'Веломайстерня'];
const LONG_STEP = 500;

test.beforeEach(async ({ store }) => replaceAdverts(store, TITLES));

const banner = ({ page, say }: Reader) => page.getByRole('complementary', { name: say('shell:adverts.label') });
const shows = (reader: Reader, title: string) => expect(banner(reader).getByText(title, { exact: true })).toBeVisible();
const advance = (page: Page, milliseconds: number) => page.clock.runFor(milliseconds);
const toggle = ({ page, say }: Reader) => page.getByRole('button', { name: say('shell:theme.dark') });

/**
 * Opens the page and waits until it is hydrated and its adverts are loaded; returns the time that passed on the page's clock, in
 * milliseconds.
 */
async function open(reader: Reader, path = '/'): Promise<number> {
  const { page, say } = reader;
  let isLoaded = false;
  page.on('requestfinished', (request) => {
    isLoaded ||= request.url().includes('/api/advertising/');
  });
  await openAtRest(reader, path);
  // The clock is stopped until the page is hydrated and handles the click.
  await toggle(reader).click();
  await page.getByRole('button', { name: say('shell:theme.light') }).click();
  return advanceUntil(page, () => isLoaded);
}

/** The same, until the banner has just appeared. */
async function openShown(reader: Reader, path = '/'): Promise<void> {
  const passed = await open(reader, path);
  await advance(reader.page, BANNER_DELAY - passed);
  await shows(reader, 'Зимові шини');
}

test('appears 5 s after hydration, slides every 7 s for 800 ms, and starts again after the last advert', async ({ reader }) => {
  const { page } = reader;
  const passed = await open(reader);
  await advance(page, BANNER_DELAY - passed - 1);
  await expect(banner(reader)).toHaveCount(0);
  await advance(page, 1);
  await shows(reader, 'Зимові шини');
  for (const next of ['Яхт-клуб', 'Веломайстерня', 'Зимові шини']) {
    const phase = (name: string) => expect(banner(reader)).toHaveAttribute('data-phase', name);
    await phase('shown');
    await advance(page, BANNER_ROTATION - (next === 'Яхт-клуб' ? 0 : BANNER_SLIDE) - 1);
    await phase('shown');
    await advance(page, 1);
    await phase('sliding');
    await advance(page, BANNER_SLIDE - 1);
    await phase('sliding');
    await advance(page, 1);
    await shows(reader, next);
  }
});

test('pauses while the pointer is over it or something in it has the focus', async ({ reader }) => {
  const { page, say } = reader;
  await openShown(reader);
  await advance(page, BANNER_ROTATION - 1_000);
  await banner(reader).getByText('Зимові шини', { exact: true }).hover();
  await advance(page, 60_000);
  await shows(reader, 'Зимові шини');
  await button(reader, 'shell:adverts.hide').focus();
  await page.mouse.move(10, 10);
  await advance(page, 60_000);
  await shows(reader, 'Зимові шини');
  await toggle(reader).focus();
  await advance(page, 999);
  await expect(banner(reader)).toHaveAttribute('data-phase', 'shown');
  await advance(page, 1);
  await expect(banner(reader)).toHaveAttribute('data-phase', 'sliding');
  await expect(page.getByRole('button', { name: say('shell:adverts.close') })).toBeVisible();
});

test('keeps a closed advert hidden for the session, including the last one', async ({ reader }) => {
  const { page, say } = reader;
  await openShown(reader);
  const close = page.getByRole('button', { name: say('shell:adverts.close') });
  await close.click();
  await shows(reader, 'Яхт-клуб');
  await page.reload();
  await advanceUntil(page, () => banner(reader).isVisible(), LONG_STEP);
  await shows(reader, 'Яхт-клуб');
  await close.click();
  await shows(reader, 'Веломайстерня');
  await close.click();
  await advance(page, BANNER_HIDE);
  await expect(banner(reader)).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('hides the whole banner within 2 s, and for the rest of the session', async ({ reader }) => {
  const { page } = reader;
  await openShown(reader);
  await button(reader, 'shell:adverts.hide').click();
  await advance(page, BANNER_HIDE - 1);
  await expect(banner(reader)).toHaveAttribute('data-phase', 'hiding');
  await advance(page, 1);
  await expect(banner(reader)).toHaveCount(0);
  await page.goto('/about');
  await advance(page, BANNER_DELAY * 3);
  await expect(toggle(reader)).toBeVisible();
  await expect(banner(reader)).toHaveCount(0);
});

test('shows a single advert until it is closed if the user prefers reduced motion', async ({ reader }) => {
  const { page, say } = reader;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openShown(reader);
  await advance(page, BANNER_ROTATION * 5);
  await shows(reader, 'Зимові шини');
  await page.getByRole('button', { name: say('shell:adverts.close') }).click();
  await shows(reader, 'Яхт-клуб');
});

test('covers no focused element and shifts no content', async ({ reader }) => {
  const { page } = reader;
  await page.setViewportSize({ width: 360, height: 640 });
  const passed = await open(reader, '/contact');
  const footer = page.getByRole('contentinfo');
  const placeOf = () => footer.evaluate((node) => node.getBoundingClientRect().top + scrollY);
  const before = await placeOf();
  await footer.getByRole('link').focus();
  await advance(page, BANNER_DELAY - passed);
  await shows(reader, 'Зимові шини');
  expect(await placeOf()).toBe(before);
  const top = async () => (await banner(reader).boundingBox())?.y ?? 0;
  const end = async () => {
    const box = await footer.getByRole('link').boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await end()).toBeLessThanOrEqual(await top());
  await page.mouse.wheel(0, 5_000);
  await expect.poll(async () => (await footer.boundingBox())?.y ?? 0).toBeLessThanOrEqual((await top()) - 115);
});

for (const path of ['/service', '/about', '/contact'] as const)
  test(`appears on ${path} too`, async ({ reader }) => openShown(reader, path));

for (const path of ['/login', '/user', '/admin', '/no-such-page'])
  test(`does not appear on ${path}`, async ({ reader }) => {
    const { page } = reader;
    let requests = 0;
    page.on('request', (request) => (requests += request.url().includes('/api/advertising/') ? 1 : 0));
    await openAtRest(reader, path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await advance(page, BANNER_DELAY * 3);
    await expect(banner(reader)).toHaveCount(0);
    expect(requests).toBe(0);
  });

for (const [tariff, isShown] of [
  ['basic', true],
  ['family', false],
  ['business', false],
] as const)
  test(`for ${tariff}: ${isShown ? 'shown' : 'hidden'}, even if the browser stored another tariff`, async ({ reader, store }) => {
    const { page } = reader;
    await logInAs(page, await anOwner(store, tariff));
    await page.evaluate((stored) => localStorage.setItem('carnet.tariff', stored), isShown ? 'family' : 'basic');
    await openAtRest(reader, '/');
    const storedTariff = () => page.evaluate(() => localStorage.getItem('carnet.tariff'));
    await advanceUntil(page, async () => (await storedTariff()) === tariff);
    if (isShown) await advanceUntil(page, () => banner(reader).isVisible(), LONG_STEP);
    else await advance(page, BANNER_DELAY * 2);
    await expect(banner(reader)).toHaveCount(isShown ? 1 : 0);
  });

test('requests nothing and shows nothing without adverts', async ({ reader, store }) => {
  const { page } = reader;
  await replaceAdverts(store, []);
  let requests = 0;
  page.on('request', (request) => (requests += request.url().includes('/api/advertising/') ? 1 : 0));
  await openAtRest(reader, '/');
  await expect(toggle(reader)).toBeVisible();
  await advance(page, BANNER_DELAY * 3);
  await expect(banner(reader)).toHaveCount(0);
  expect(requests).toBe(0);
});

test('an advert with a link opens it in a new tab, even by a click next to its title', async ({ reader, store }) => {
  const { page } = reader;
  await replaceAdverts(store, ['Зимові шини'], 'https://example.com/shyny');
  await openShown(reader);
  const link = banner(reader).getByRole('link', { name: 'Зимові шини' });
  await expect(link).toHaveAttribute('href', 'https://example.com/shyny');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener sponsored');
  // The tests ask no other host.
  await link.evaluate((element) =>
    element.addEventListener('click', (event) => {
      event.preventDefault();
      document.documentElement.dataset.followed = 'yes';
    }),
  );
  // The link covers the whole card, including its text.
  await banner(reader).getByText('Зимові шини: ua').click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-followed', 'yes');
  await shows(reader, 'Зимові шини');
});
