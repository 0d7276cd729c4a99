import { historyRows, recordForm, vehicleCard } from '../support/book.ts';
import { expect, type Reader, type Served, test } from '../support/e2e.ts';
import { anOwner, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

async function openBook(reader: Reader, { store, server }: Served) {
  const owner = await anOwner(store);
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle);
  await giveRecord(server, owner, vehicle, { operationName: 'Гальмівні колодки', partName: '-', partCode: '-', price: '1 093,05' });
  await logInAs(reader.page, owner);
  await reader.page.goto('/service');
  const card = vehicleCard(reader, 'Škoda Octavia');
  await expect(historyRows(card)).toHaveCount(2);
  const form = recordForm(reader);
  return { card, form, operation: form.getByRole('combobox', { name: reader.say('records:form.operation') }) };
}

test('chooses a suggestion by keyboard and fills in the last values', { tag: '@every-browser' }, async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const { card, form, operation } = await openBook(reader, { store, server });
  await operation.focus();
  await page.keyboard.type('олив');
  await expect(form.getByRole('option')).toHaveText([/^Заміна оливи/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(operation).toHaveValue('Заміна оливи');
  await expect(form.getByRole('option')).toHaveCount(0);
  await press(form.getByRole('button', { name: say('records:form.lastTime', { day: '14.06.2026' }) }));
  await expect(form.getByLabel(say('records:form.code'))).toHaveValue('OF-5541');
  await page.keyboard.press('Enter');
  await expect(form.getByText(say('records:form.added', { name: 'Заміна оливи' }))).toBeVisible();
  await expect(historyRows(card)).toHaveCount(3);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('chooses a suggestion by touch and keeps the focus in the field', { tag: '@every-browser' }, async ({ reader, store, server }) => {
    const { page, press } = reader;
    const { form, operation } = await openBook(reader, { store, server });
    await press(operation);
    await page.keyboard.type('кол');
    const option = form.getByRole('option', { name: 'Гальмівні колодки' });
    await expect(option).toBeInViewport({ ratio: 1 });
    await press(option);
    await expect(operation).toHaveValue('Гальмівні колодки');
    await expect(operation).toBeFocused();
    await expect(option).toBeHidden();
  });
});
