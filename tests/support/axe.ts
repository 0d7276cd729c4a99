import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';

const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Rules about colours; the theme changes nothing else. */
const COLOR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
export const WIDTHS = [1280, 360] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 800;

/** Sets the theme as the toggle does; the toggle itself cannot be reached behind a dialog. */
const setTheme = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

/** Resolves when the page has been rendered and no finite animation is running. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // An animation in skipped content (content-visibility) does not run until the content is on screen; content is also skipped while it runs.
    const isRunning = ({ effect, playState }: Animation) =>
      playState === 'running' &&
      effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY &&
      (!(effect instanceof KeyframeEffect) || effect.target?.checkVisibility({ contentVisibilityAuto: true }));
    await nextFrame();
    do await nextFrame();
    while (document.getAnimations().some(isRunning));
  });

/** The violations that axe finds on the page in its current state, one per line. */
export async function findingsOf(page: Page, runOnly = ALL_RULES): Promise<string[]> {
  // Once per document: the library is larger than 500 KB.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: library } = window as unknown as { axe: typeof axe };
      return (await library.run(document, options)).violations;
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`));
}

/**
 * Audits the page in its current state, without reloading it, at every width and in both themes; ends at the first width, in the light
 * theme. The assertion is soft, so that one run reports all findings.
 */
export async function audit(page: Page, state: string, widths: readonly number[] = WIDTHS): Promise<void> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await drawn(page);
      for (const finding of await findingsOf(page, theme === 'light' ? ALL_RULES : COLOR_RULES)) found.push(`${width} ${theme} ${finding}`);
    }
  }
  await setTheme(page, 'light');
  await page.setViewportSize({ width: widths[0] ?? WIDTHS[0], height: HEIGHT });
  expect.soft(found, `axe: ${state}`).toEqual([]);
}
