import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, signIn } from '../support/owners.ts';

const WIDTHS = [320, 360, 768, 1280];

/** Words of buttons, links and labels that stick out of their element or of the window, with the pixels. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, a, label, legend, summary, th')) {
      const box = element.getBoundingClientRect();
      if (element.closest('.visually-hidden, [inert]') || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (box.width < 2 || box.bottom < 0 || element.matches(':has(> .visually-hidden:only-child)')) continue;
      const text = document.createRange();
      text.selectNodeContents(element);
      const inside = [...text.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
      if (inside.length === 0 || getComputedStyle(element).fontSize === '0px') continue;
      const left = Math.min(...inside.map((rect) => rect.left));
      const right = Math.max(...inside.map((rect) => rect.right));
      const over = Math.max(box.left - left, right - box.right, right - innerWidth, -left);
      if (over > 1) found.push(`${element.localName} "${element.innerText.trim()}": ${Math.round(over)} px`);
    }
    return found;
  });

for (const language of ['ua', 'ru', 'en'] as const)
  test(`no words of a button, link or label stick out in ${language}`, async ({ page, store, server }) => {
    // A paid tariff, since a full book shows no form.
    const owner = await anOwner(store, 'family');
    const vehicle = await giveVehicle(server, owner, 'car');
    await giveRecord(server, owner, vehicle);
    const expectNone = async (view: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflowing(page), `${view} at ${width} px`).toEqual([]);
      }
    };
    const paths = ['/login?tab=registration', '/service?add', '/service'];
    for (const path of paths) {
      if (path === '/service?add') await signIn(page, owner);
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/service') await page.locator('button[id^="record-edit-"]').first().click();
      await expectNone(path);
      if (path !== '/service?add') continue;
      await page.locator('input[value="motorcycle"]').check();
      await expectNone(`${path}, type chosen`);
    }
  });
