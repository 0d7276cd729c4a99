import { expect, type Page } from '@playwright/test';
import type { Store } from '#server/db/store.ts';
import type { Reader } from './e2e.ts';

/** Replaces the adverts in the database of the running server; `titles` are their titles in every language, `link` is that of all. */
export async function replaceAdverts(store: Store, titles: readonly string[], link: string | null = null): Promise<void> {
  await store.db.deleteFrom('adverts').execute();
  for (const [position, title] of titles.entries()) {
    const texts = Object.fromEntries(
      ['ua', 'ru', 'en'].flatMap((lang) => [
        [`title_${lang}`, title],
        [`text_${lang}`, `${title}: ${lang}`],
      ]),
    );
    await store.db
      .insertInto('adverts')
      .values({ ...(texts as Record<'title_ua', string>), position, image_id: null, link } as never)
      .execute();
  }
}

/** Enables or disables orders of paid tariffs in every language. */
export const setPaymentActive = (store: Store, isActive: boolean) =>
  store.db
    .updateTable('payments')
    .set({ is_active: isActive ? 1 : 0 })
    .execute();

/** Opens a page whose clock is stopped until the test advances it; the page loads before any time passes. */
export async function openAtRest({ page }: Reader, path: string): Promise<void> {
  const start = new Date('2026-06-14T09:00:00Z');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await page.goto(path);
}

/** Step of `advanceUntil`, in milliseconds. */
export const STEP = 20;

/**
 * Advances the clock in small steps until a condition is met that needs both time and the network; returns the time that passed, in
 * milliseconds.
 */
export async function advanceUntil(page: Page, isThere: () => unknown, step = STEP): Promise<number> {
  let passed = 0;
  const look = async () => {
    await page.clock.runFor(step);
    passed += step;
    return Boolean(await isThere());
  };
  await expect.poll(look, { intervals: [STEP] }).toBe(true);
  return passed;
}
