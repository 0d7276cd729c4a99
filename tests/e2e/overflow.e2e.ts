import type { Page } from '@playwright/test';
import type { Vehicle } from '#contract/vehicles.ts';
import type { Store } from '#server/db/store.ts';
import { ADMIN_TABS, adminPath } from '#web/features/admin/admin-address.ts';
import { aPanelAdmin, logInAdmin, placeOrder } from '../support/admin-page.ts';
import { setPaymentActive } from '../support/adverts-page.ts';
import { missingWidth } from '../support/book.ts';
import type { TestUser } from '../support/builders.ts';
import { expect, test } from '../support/e2e.ts';
import { giveOrder } from '../support/order-pages.ts';
import { anOwner, givePlanLine, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';
import type { RunningServer } from '../support/server.ts';

const WIDTHS = [320, 360, 768, 1280];

/** Buttons, links and labels whose text overflows their element or the window, with the overflow in pixels. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    function* textRects(element: Element) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('.visually-hidden, svg')) continue;
        // Hidden in the same way at some widths.
        if (text.parentElement && getComputedStyle(text.parentElement).clipPath === 'inset(50%)') continue;
        range.selectNodeContents(text);
        yield* range.getClientRects();
      }
    }
    for (const element of document.querySelectorAll<HTMLElement>('button, a, label, legend, summary, th')) {
      const box = element.getBoundingClientRect();
      // The head of a table whose rows are cards.
      if (getComputedStyle(element.closest('thead') ?? element).clipPath === 'inset(50%)') continue;
      if (element.closest('.visually-hidden, [inert]') || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (box.width < 2 || box.bottom < 0 || element.matches(':has(> .visually-hidden:only-child)')) continue;
      const inside = [...textRects(element)].filter(({ width, height }) => width > 2 && height > 2);
      if (inside.length === 0 || getComputedStyle(element).fontSize === '0px') continue;
      const left = Math.min(...inside.map((rect) => rect.left));
      const right = Math.max(...inside.map((rect) => rect.right));
      const over = Math.max(box.left - left, right - box.right, right - innerWidth, -left);
      if (over > 1) found.push(`${element.localName} "${element.innerText.trim()}": ${Math.round(over)} px`);
    }
    return found;
  });

const scrolledWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Checks that no such text overflows at any width, and that the page does not scroll sideways. */
async function expectNone(page: Page, view: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The table of records becomes a list of cards in the render after the resize.
    await expect.poll(() => overflowing(page), { message: `${view} at ${width} px` }).toEqual([]);
    await expect.poll(() => scrolledWidth(page), { message: `${view} at ${width} px` }).toBeLessThanOrEqual(width);
  }
}

/** Opens a path and waits for its content. */
async function open(page: Page, language: string, path: string): Promise<void> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function expectNoneAt(page: Page, language: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, language, path);
    await expectNone(page, path);
  }
}

/** As in a browser whose letters are set to twice the usual size; in Ukrainian also to one and a half times that size. */
async function expectRoomForLargeLetters(page: Page, language: string, paths: readonly string[]): Promise<void> {
  const settings = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of paths)
    for (const standard of language === 'ua' ? [24, 32] : [32]) {
      await settings.send('Page.setFontSizes', { fontSizes: { standard } });
      await open(page, language, path);
      expect(await overflowing(page), `${path} with letters of ${standard} px`).toEqual([]);
      expect(await scrolledWidth(page), `the page ${path} scrolls sideways with letters of ${standard} px`).toBeLessThanOrEqual(360);
    }
}

const LONG = 'Перерозподілгазорозподільногомеханізмуізвідновленнямпосадковихповерхонь';
const LONG_VEHICLE = {
  brand: 'Днiпроавтомашпромтранссервісобслуговування',
  model: 'Підвищеноїпрохідності-4×4-Універсальний',
  color: 'темно-синьо-зеленкуватий-металік',
  mileage: '9 999 999',
};

/** A vehicle, two records and a note with words that do not fit into a line. */
async function giveLongBook(server: RunningServer, store: Store, owner: TestUser): Promise<Vehicle> {
  const vehicle = await giveVehicle(server, owner, 'car', LONG_VEHICLE);
  const texts = { operationName: LONG, partName: LONG, partCode: LONG };
  for (const price of ['999 999 999,99', '0']) await giveRecord(server, owner, vehicle, { ...texts, price, reading: '9 999 999' });
  await store.db.insertInto('notes').values({ vehicle_id: vehicle.id, text: LONG }).execute();
  return vehicle;
}

/** A plan with a line that is overdue, one that was done and one that is not known to be due. */
async function givePlan(server: RunningServer, owner: TestUser, vehicle: Vehicle): Promise<void> {
  await givePlanLine(server, owner, vehicle, { title: 'Переогляд газового балона', kind: 'deadline', dueOn: '2026-01-31' });
  await givePlanLine(server, owner, vehicle, { everyMonths: 240, everyDistance: '90 000', mode: 'fixed', startOn: '2020-01-01' });
}

/** A table with long words whose dates and amounts can be read in two ways, of a vehicle that is not there, and with a row that is refused. */
async function giveTable(server: RunningServer, { token }: TestUser): Promise<void> {
  const row = `04/05/2021,46020,"1,250",${LONG},${LONG}`;
  const form = new FormData();
  form.append('file', new Blob([`date,odometer,cost,${LONG},car\n${row}\n${row.replace('46020', '-1')}\n`]), `${LONG}.csv`);
  await fetch(`${server.url}/api/imports`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
}

const LOGIN = ['', '?tab=registration', '?tab=registration&view=terms', '?view=reset'].map((view) => `/login${view}`);
const PUBLIC = ['/', '/about', '/contact', ...LOGIN, '/service', '/admin', '/nowhere'];
const ACCOUNT = ['', '?view=tariff', '?view=profile', '?view=notices', '?view=password', '?view=delete'].map((view) => `/user${view}`);

for (const language of ['ua', 'ru', 'en'] as const)
  test.describe(`no text of a button, link or label overflows in ${language}`, () => {
    test('on public pages', async ({ page }) => expectNoneAt(page, language, PUBLIC));

    test('in the book and its forms', async ({ page, store, server }) => {
      // A paid tariff: the form is not shown once the limit of the basic tariff is reached, and only business has all costs.
      const owner = await anOwner(store, 'business');
      const vehicle = await giveLongBook(server, store, owner);
      await givePlan(server, owner, vehicle);
      await logInAs(page, owner);
      await expectNoneAt(page, language, ['/service?add']);
      await page.locator('input[value="motorcycle"]').check();
      await expectNone(page, '/service?add, type chosen');
      await expectNoneAt(page, language, [`/service?edit=${vehicle.id}`, `/service/${vehicle.id}`]);
      for (const width of WIDTHS.slice(0, 2)) {
        await page.setViewportSize({ width, height: 800 });
        const tabs = page.locator('ul:has(> li > a[href*="/plan"])');
        expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth), `tabs cut off at ${width} px`).toBe(0);
      }
      await expectNoneAt(page, language, [
        `/service/${vehicle.id}/plan`,
        `/service/${vehicle.id}/statistics`,
        `/service/${vehicle.id}/details`,
        '/service/statistics',
        '/service',
      ]);
      await open(page, language, `/service/${vehicle.id}/plan`);
      await page.locator('button[id^="plan-line-"]').first().click();
      await expectNone(page, 'the actions of a line of the plan');
      await page.locator('li fieldset button').nth(1).click();
      await page.locator('form details summary').click();
      await expectNone(page, 'the form of a line of the plan');
      await open(page, language, '/service');
      await page.locator('button[id^="entry-edit-"]').first().click();
      await expectNone(page, '/service, a record changed');
      await giveTable(server, owner);
      await open(page, language, '/service?import');
      await expect(page.locator('fieldset input')).toHaveCount(4);
      await expectNone(page, '/service?import, a table');
      for (const choice of await page.locator('fieldset label:first-of-type input').all()) await choice.check();
      await page.locator('[data-step] button').last().click();
      await expect(page.locator('form select')).not.toHaveCount(0);
      await expectNone(page, 'the preview of a table');
    });

    test('on a phone with large letters', async ({ page, store, server }) => {
      await expectRoomForLargeLetters(page, language, ['/', '/about', '/contact', '/login', '/login?tab=registration']);
      const owner = await anOwner(store, 'family');
      const vehicle = await giveVehicle(server, owner, 'car');
      await giveRecord(server, owner, vehicle);
      await givePlan(server, owner, vehicle);
      await logInAs(page, owner);
      const vehiclePaths = ['', '/fuel', '/plan', '/statistics', '/details'].map((view) => `/service/${vehicle.id}${view}`);
      await expectRoomForLargeLetters(page, language, ['/service?add', '/user', ...vehiclePaths, '/service/statistics', '/service']);
      expect(await missingWidth(page.locator('input[type="date"]').first()), 'the date is not cut').toBeLessThanOrEqual(0);
    });

    test('in the account', async ({ page, store, server }) => {
      await setPaymentActive(store, true);
      const owner = await anOwner(store);
      await logInAs(page, owner);
      await expectNoneAt(page, language, ACCOUNT);
      await giveOrder(server, owner);
      await expectNoneAt(page, language, ['/user', '/user?view=order']);
    });

    test('in the admin panel', async ({ page, store }) => {
      await placeOrder(store);
      await placeOrder(store, { status: 'confirmed' });
      await placeOrder(store, { status: 'completed' });
      await logInAdmin(page, await aPanelAdmin(store));
      await expectNoneAt(page, language, ADMIN_TABS.map(adminPath));
    });
  });
