import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export const WIDTHS = [1280, 360] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 800;

/** The theme as the toggle leaves it; the toggle itself cannot be reached behind a dialog. */
const setTheme = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/** What was asked for has been drawn. */
const drawn = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What axe says against the page as it is now, a line each. */
export async function findingsOf(page: Page): Promise<string[]> {
  // No frames are there to look into, and the other mode opens a page of its own each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}

/**
 * Audits what the page shows now, without loading it again, at every width and in both themes; ends at the first width,
 * in the light theme. The test goes on after a finding, so that one run tells them all.
 */
export async function audit(page: Page, state: string, widths: readonly number[] = WIDTHS): Promise<void> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await drawn(page);
      for (const finding of await findingsOf(page)) found.push(`${width} ${theme} ${finding}`);
    }
  }
  await setTheme(page, 'light');
  await page.setViewportSize({ width: widths[0] ?? WIDTHS[0], height: HEIGHT });
  expect.soft(found, `axe: ${state}`).toEqual([]);
}
