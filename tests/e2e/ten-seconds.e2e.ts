import type { Locator, Page } from '@playwright/test';
import { historyRows, recordForm, vehicleCard } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/**
 * The time of a user is estimated from the actions (keystroke-level model), because the duration of the test depends on the machine.
 * Seconds per typed letter, and per Tab, tap or Enter including the search for the next target.
 */
const LETTER = 0.2;
const STEP = 0.4;
const GOAL = 10;
const MANY_TABS = 60;

const OPERATION = 'Заміна оливи';
const PRICE = '1 093,05';

/** Opens the book of an owner with a car, a boat and a bicycle, each with a history. */
async function openBookOfThree(reader: Reader, { store, server }: Served): Promise<Locator> {
  const owner = await anOwner(store, 'family');
  for (const [type, brand, model] of [
    ['car', 'ЗАЗ', 'Таврія'],
    ['boat', 'Крим', 'М'],
    ['bicycle', 'Україна', 'В-134'],
  ] as const) {
    const vehicle = await giveVehicle(server, owner, type, { brand, model });
    await giveRecord(server, owner, vehicle, { operationName: 'Огляд', price: '200', reading: type === 'bicycle' ? '2025' : '98 100' });
  }
  await logInAs(reader.page, owner);
  await reader.page.goto('/service');
  const card = vehicleCard(reader, 'ЗАЗ Таврія');
  await expect(card).toBeVisible();
  return card;
}

/** Presses Tab until the target has the focus; returns the number of presses. */
async function tabTo(page: Page, target: Locator): Promise<number> {
  for (let presses = 1; presses <= MANY_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return presses;
  }
  throw new Error(`${MANY_TABS} Tabs did not lead to ${target}`);
}

const startRecord = ({ page, say }: Reader, name: string): Locator =>
  page.getByRole('button', { name: say('vehicles:card.recordFor', { name }) });

async function expectWritten({ say }: Reader, card: Locator): Promise<void> {
  const row = historyRows(card).filter({ hasText: OPERATION });
  await expect(row).toContainText('1 093,05 ₴');
  await expect(card.getByText(say('records:form.added', { name: OPERATION }))).toBeVisible();
}

/** `most`: the number of steps that the form takes today, so that an additional step is noticed. */
function report(how: string, steps: number, most: number): void {
  const seconds = (OPERATION.length + PRICE.length) * LETTER + steps * STEP;
  console.log(`a record by ${how}: ${steps} steps, ${seconds.toFixed(1)} s`);
  test.info().annotations.push({ type: `a record by ${how}`, description: `${steps} steps, ${seconds.toFixed(1)} s` });
  expect(steps, `steps of a record by ${how}`).toBeLessThanOrEqual(most);
  expect(seconds, `a record by ${how} takes seconds`).toBeLessThan(GOAL);
}

test('adds a record by keyboard alone in less than ten seconds', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const card = await openBookOfThree(reader, { store, server });
  const form = recordForm(reader);
  const operation = form.getByLabel(say('records:form.operation'), { exact: true });
  const price = form.getByLabel(say('records:form.price', { sign: '₴' }), { exact: true });

  // The first focusable element of a page is the link that skips its navigation.
  let steps = await tabTo(page, page.getByRole('link', { name: say('shell:skip') }));
  await page.keyboard.press('Enter');
  steps += 1 + (await tabTo(page, startRecord(reader, 'ЗАЗ Таврія')));
  await page.keyboard.press('Enter');
  await expect(operation).toBeFocused();
  await page.keyboard.type(OPERATION);
  steps += 1 + (await tabTo(page, price));
  await page.keyboard.type(PRICE);
  await page.keyboard.press('Enter');
  steps += 1;
  await expectWritten(reader, card);
  report('keyboard', steps, 14);
  await expect(operation, 'ready for the next one').toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('adds a record by touch in less than ten seconds', async ({ reader, store, server }) => {
    const { page, say } = reader;
    const card = await openBookOfThree(reader, { store, server });
    const form = recordForm(reader);

    let taps = 0;
    const tap = (target: Locator): Promise<void> => {
      taps += 1;
      return target.tap();
    };
    await tap(startRecord(reader, 'ЗАЗ Таврія'));
    await expect(form.getByLabel(say('records:form.operation'), { exact: true }), 'the keyboard of the phone opens at it').toBeFocused();
    await page.keyboard.type(OPERATION);
    await tap(form.getByLabel(say('records:form.price', { sign: '₴' }), { exact: true }));
    await page.keyboard.type(PRICE);
    await tap(form.getByRole('button', { name: say('records:form.add') }));
    await expectWritten(reader, card);
    report('touch', taps, 3);
  });
});
