import { TRANSLATION_DELAY, TRANSLATION_RETRIES } from '#contract/limits.ts';
import { expect, test } from '../support/e2e.ts';
import { advanceUntil } from '../support/face.ts';
import { textsOf } from '../support/texts.ts';

/** Texts of another language are fetched again, up to five times with a delay that doubles from 350 ms (specification 9). */

const english = textsOf('en');
/** Time until the nth retry. */
const delayOf = (retry: number): number => TRANSLATION_DELAY * 2 ** (retry - 1);
/** The delay in few steps. */
const stepOf = (retry: number): number => delayOf(retry) / 7;

test('texts that the server refuses four times come with the fifth try, at their times', async ({ reader: { page, say } }) => {
  await page.clock.install({ time: new Date('2026-06-14T09:00:00Z') });
  await page.goto('/about');
  const tries: string[] = [];
  await page.route(/\/assets\/about-[^/]+\.json$/, async (route) => {
    tries.push(route.request().url());
    await (tries.length <= 4 ? route.fulfill({ status: 503 }) : route.continue());
  });
  await page.clock.pauseAt(new Date('2026-06-14T09:10:00Z'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect.poll(() => tries.length).toBe(1);
  for (const retry of [1, 2, 3, 4]) {
    await expect(page.getByRole('heading', { name: say('about:title'), exact: true })).toBeVisible();
    // The page starts to wait only after it has read the refusal.
    expect(await advanceUntil(page, () => tries.length > retry, stepOf(retry))).toBeGreaterThanOrEqual(delayOf(retry));
    expect(tries).toHaveLength(retry + 1);
  }
  await expect(page.getByRole('heading', { name: english('about:title'), exact: true })).toBeVisible();
  await expect(page).toHaveTitle(english('about:head.title'));
  expect(tries).toHaveLength(5);
});

test('texts that never come leave the page in its language, and say so', async ({ reader: { page, say } }) => {
  await page.clock.install({ time: new Date('2026-06-14T09:00:00Z') });
  await page.goto('/about');
  let tries = 0;
  await page.route(/\/assets\/(?:about|shell)-[^/]+\.json$/, async (route) => {
    tries += 1;
    await route.fulfill({ status: 503 });
  });
  await page.clock.pauseAt(new Date('2026-06-14T09:10:00Z'));
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect.poll(() => tries).toBe(2);
  for (let retry = 1; retry <= TRANSLATION_RETRIES; retry += 1) await advanceUntil(page, () => tries === 2 * (retry + 1), stepOf(retry));
  await expect(page.getByText(say('shell:language.failed'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('about:title'), exact: true })).toBeVisible();
  expect(tries).toBe(2 * (TRANSLATION_RETRIES + 1));
  await page.unrouteAll();
  await page.getByLabel(say('shell:language.label')).selectOption('en');
  await expect(page.getByRole('heading', { name: english('about:title'), exact: true })).toBeVisible();
});
