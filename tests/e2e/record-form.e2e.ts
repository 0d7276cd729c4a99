import type { Locator } from '@playwright/test';
import { editForm, fillRecord, historyRows, recordForm, vehicleCard } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

/** The book of an owner whose only car has two records. */
async function openBook({ page }: Reader, { store, server }: Served): Promise<void> {
  const owner = await anOwner(store, 'family');
  const car = await giveVehicle(server, owner);
  await giveRecord(server, owner, car, { operationName: 'Огляд', price: '200', reading: '98 100', performedOn: '2025-01-10' });
  await giveRecord(server, owner, car, { operationName: 'Лампа', price: '35', reading: '98 900', performedOn: '2025-02-10' });
  await logInAs(page, owner);
  await page.goto('/service');
}

/** Presses the place where the target is when the press starts, as a finger or a mouse does. */
async function pressPlace({ page }: Reader, target: Locator, hasTouch: boolean): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('not visible');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (hasTouch) return page.touchscreen.tap(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

for (const [screen, use] of [
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['a laptop', { viewport: { width: 1280, height: 800 } }],
] as const)
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('a press of the button right from a doubtful reading counts', async ({ reader, store, server, hasTouch }) => {
      const { page, say, press } = reader;
      await openBook(reader, { store, server });
      const answer = async (form: Locator, name: 'add' | 'save', reading: string) => {
        await form.getByLabel(say('records:form.reading.km'), { exact: true }).fill(reading);
        await pressPlace(reader, form.getByRole('button', { name: say(`records:form.${name}`) }), hasTouch);
        const right = form.getByRole('button', { name: say('records:doubt.right') });
        await expect(right).toBeInViewport({ ratio: 1 });
        await press(right);
        await expect(right).toBeHidden();
      };
      const rows = historyRows(vehicleCard(reader, 'Škoda Octavia'));

      await fillRecord(reader, recordForm(reader), { operation: 'Свічки', price: '15,65' });
      await answer(recordForm(reader), 'add', '999999');
      await expect(rows.filter({ hasText: 'Свічки' })).toContainText('999 999 км');

      await press(page.getByRole('button', { name: say('records:history.edit', { name: 'Лампа', day: '10.02.2025' }) }));
      await answer(editForm(reader, 'Лампа'), 'save', '9890');
      await expect(rows.filter({ hasText: 'Лампа' })).toContainText('9 890 км');
    });
  });
