import { TRANSLATION_DELAY, TRANSLATION_RETRIES } from '#contract/limits.ts';
import { advanceUntil } from '../support/adverts-page.ts';
import { expect, test } from '../support/e2e.ts';
import { textsOf } from '../support/texts.ts';

/** The texts of another language are fetched again up to five times, with a delay that starts at 350 ms and doubles. */

const english = textsOf('en');
/** Delay before the nth retry, in milliseconds. */
const delayOf = (retry: number): number => TRANSLATION_DELAY * 2 ** (retry - 1);
/** Step of the clock, so that a delay passes in a few steps. */
const stepOf = (retry: number): number => delayOf(retry) / 7;

test('loads texts with the fifth attempt after four failures, with the specified delays', async ({ reader: { page, say } }) => {
  await page.clock.install({ time: new Date('2026-06-14T09:00:00Z') });
  await page.goto('/about');
  const attempts: string[] = [];
  await page.route(/\/assets\/about-[^/]+\.json$/, async (route) => {
    attempts.push(route.request().url());
    await (attempts.length <= 4 ? route.fulfill({ status: 503 }) : route.continue());
  });
  await page.clock.pauseAt(new Date('2026-06-14T09:10:00Z'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect.poll(() => attempts.length).toBe(1);
  for (const retry of [1, 2, 3, 4]) {
    await expect(page.getByRole('heading', { name: say('about:title'), exact: true })).toBeVisible();
    // The page starts the delay only after it has read the response.
    expect(await advanceUntil(page, () => attempts.length > retry, stepOf(retry))).toBeGreaterThanOrEqual(delayOf(retry));
    expect(attempts).toHaveLength(retry + 1);
  }
  await expect(page.getByRole('heading', { name: english('about:title'), exact: true })).toBeVisible();
  await expect(page).toHaveTitle(english('about:head.title'));
  expect(attempts).toHaveLength(5);
});

test('keeps the language and shows an error if the texts cannot be loaded', async ({ reader: { page, say } }) => {
  await page.clock.install({ time: new Date('2026-06-14T09:00:00Z') });
  await page.goto('/about');
  let attempts = 0;
  await page.route(/\/assets\/(?:about|shell)-[^/]+\.json$/, async (route) => {
    attempts += 1;
    await route.fulfill({ status: 503 });
  });
  await page.clock.pauseAt(new Date('2026-06-14T09:10:00Z'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect.poll(() => attempts).toBe(2);
  for (let retry = 1; retry <= TRANSLATION_RETRIES; retry += 1) await advanceUntil(page, () => attempts === 2 * (retry + 1), stepOf(retry));
  await expect(page.getByText(say('shell:language.failed'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('about:title'), exact: true })).toBeVisible();
  expect(attempts).toBe(2 * (TRANSLATION_RETRIES + 1));
  await page.unrouteAll();
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect(page.getByRole('heading', { name: english('about:title'), exact: true })).toBeVisible();
});
