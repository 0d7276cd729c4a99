import type { Locator } from '@playwright/test';
import { button, field, missingWidth, vehicleCard } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { advance, giveOrder, openAccount } from '../support/order-pages.ts';
import { activatePayments } from '../support/orders.ts';
import { anOwner, giveVehicle, logInAs } from '../support/owners.ts';

const PHONE = { width: 360, height: 740 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not in the layout');
  return box;
}

const bottom = ({ y, height }: Box): number => y + height;

test('an open vehicle on a phone has a full date and equal columns', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const { id, brand, model } = await giveVehicle(server, owner);
  await logInAs(page, owner);
  await page.setViewportSize({ ...PHONE, width: 320 });
  await page.goto('/service');
  const name = `${brand} ${model}`;
  const card = vehicleCard(reader, name);
  const form = card.getByRole('form');
  const search = page.getByRole('searchbox');
  await search.fill(brand);
  const tops = await search.evaluate((input) =>
    [...(input.nextElementSibling?.children ?? [])].map((child) => child.getBoundingClientRect().top),
  );
  expect([tops.length, new Set(tops).size], 'two buttons side by side in the field').toEqual([2, 1]);
  await press(button(reader, 'vehicles:search.clear'));
  const [date, reading] = [form.getByLabel(say('records:form.date')), form.getByLabel(say('records:form.reading.km'))];
  await expect(date).toBeVisible();
  expect(await missingWidth(date), 'the date is not cut').toBeLessThanOrEqual(0);
  expect(await missingWidth(date, '60px'), 'a cut date is noticed').toBeGreaterThan(0);
  await page.goto(`/service/${id}`);
  await press(page.getByRole('button', { name: say('vehicles:page.addRecord'), exact: true }));
  const forms = { fill: 'entryForms:newFill', cost: 'entryForms:newCost', reading: 'entryForms:newReading' } as const;
  for (const kind of ['fill', 'cost', 'reading'] as const) {
    await press(page.getByRole('group', { name: say('entries:choose') }).getByRole('button', { name: say(`entries:kind.${kind}`) }));
    const form = page.getByRole('form', { name: say(forms[kind]) });
    if (kind === 'fill') await press(form.getByRole('button', { name: say('entryForms:more') }));
    for (const width of [320, 360]) {
      await page.setViewportSize({ ...PHONE, width });
      expect(await missingWidth(form.getByLabel(say('records:form.date'))), `the date of a ${kind} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  const head = page.getByRole('heading', { level: 1 });
  const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo(0, to), top);
  const scrollDown = () => scrollTo(100_000);
  await page.setViewportSize({ ...PHONE, width: 740 });
  await scrollDown();
  await expect(head, 'stays on a tall screen').toBeInViewport();
  await page.setViewportSize({ width: 740, height: 360 });
  await scrollDown();
  await expect(head, 'leaves the room of a low screen to the form').not.toBeInViewport();
  const cost = page.getByRole('button', { name: say('entries:kind.cost'), exact: true });
  await expect(cost).toHaveAttribute('aria-pressed', 'false');
  await scrollTo(0);
  // Playwright would scroll to the button.
  await cost.dispatchEvent('click');
  const total = page.getByRole('form', { name: say('entryForms:newCost') }).locator('[data-main]');
  await expect(total, 'a form that is chosen on a low screen').toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 568, height: 320 });
  await page.goto(`/service/${id}`);
  await scrollDown();
  await press(page.getByRole('button', { name: say('vehicles:page.addRecord'), exact: true }));
  await expect(page.locator('form [data-main]'), 'a form that is opened below it').toBeInViewport({ ratio: 1 });
  await page.goto('/service');
  await page.setViewportSize(PHONE);
  expect((await boxOf(date)).width).toBeCloseTo((await boxOf(reading)).width, 0);
  const edit = await boxOf(card.getByRole('link', { name: say('vehicles:details.editOf', { name }) }).locator('svg'));
  const note = await boxOf(card.getByRole('button', { name: say('notes:createFor', { name }) }).locator('svg'));
  expect(note.x, 'the icons of the actions are aligned').toBeCloseTo(edit.x, 0);
});

test('the error below the year of a vehicle takes at most two lines', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await logInAs(page, await anOwner(store));
  await page.setViewportSize(PHONE);
  await page.goto('/service?add');
  await press(page.getByRole('radio', { name: say('vehicles:types.bicycle') }));
  await field(reader, 'vehicleForm:year').fill('2199');
  await press(button(reader, 'vehicleForm:add'));
  const reason = page.getByText(say('errors:validation.year.future'));
  const lineHeight = await reason.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect((await boxOf(reason)).height).toBeLessThan(2.5 * lineHeight);
});

test('shows the state of an order next to its label, and aligns the icons of the account menu', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  await activatePayments({ store });
  const { order_code: code } = await giveOrder(server, owner);
  await advance({ server, store }, code, 'confirmed');
  await openAccount(reader, owner);
  await page.setViewportSize(PHONE);
  const main = page.getByRole('main');
  const state = await boxOf(main.getByText(say('orders:states.confirmed')));
  const label = await boxOf(main.getByText(say('orders:states.label'), { exact: true }));
  expect(state.y).toBeLessThan(bottom(label));
  await page.setViewportSize({ width: 700, height: 740 });
  const icons = page.getByRole('navigation', { name: say('user:menu.label') }).locator('li svg');
  const lefts = await icons.evaluateAll((all) => all.map((icon) => Math.round(icon.getBoundingClientRect().left)));
  expect(new Set(lefts).size, `icons of the menu at ${lefts}`).toBe(1);
});

test('shows three tariffs in one column or one row, and ends the contact form with its button', async ({ reader }) => {
  const { page } = reader;
  await page.goto('/');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const width of [360, 768, 860, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await Promise.all([0, 1, 2].map((index) => boxOf(cards.nth(index))));
    const [columns, rows] = [new Set(boxes.map(({ x }) => x)).size, new Set(boxes.map(({ y }) => y)).size];
    expect([columns, rows].sort(), `at ${width} px`).toEqual([1, 3]);
  }
  await page.goto('/contact');
  await page.setViewportSize(PHONE);
  const send = button(reader, 'contact:send');
  const form = page.getByRole('main').locator('form');
  await expect(send).toBeVisible();
  expect(bottom(await boxOf(form)) - bottom(await boxOf(send)), 'below the button').toBeLessThan(20);
});
