import { expect, type Page } from '@playwright/test';
import type { Store } from '#server/db/store.ts';
import type { Reader } from './e2e.ts';

/** Adverts in the running server's database, in place of those before; their titles are `titles` in every language. */
export async function giveAdverts(store: Store, titles: readonly string[]): Promise<void> {
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
      .values({ ...(texts as Record<'title_ua', string>), position, image_id: null } as never)
      .execute();
  }
}

/** Whether paid tariffs can be ordered, in every language. */
export const setPaymentActive = (store: Store, isActive: boolean) =>
  store.db
    .updateTable('payments')
    .set({ is_active: isActive ? 1 : 0 })
    .execute();

/** A page whose time stands still until it is moved; what was loaded before any of it passed. */
export async function openAtRest({ page }: Reader, path: string): Promise<void> {
  const start = new Date('2026-06-14T09:00:00Z');
  await page.clock.install({ time: start });
  await page.clock.pauseAt(new Date(start.getTime() + 1_000));
  await page.goto(path);
}

/** How far `advanceUntil` moves the time at once, in milliseconds. */
export const STEP = 20;

/** Moves the time on in small steps until something has come that needs both it and the net; gives how much of it passed. */
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
