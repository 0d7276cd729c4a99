import { fillRecord, recordForm } from '../support/book.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { anOwner, giveVehicle, logInAs } from '../support/owners.ts';

/** Unsaved input of a user who has several tabs, closes one, or logs out. */

/** The field of the form for a new record. */
const operation = (reader: Reader) => recordForm(reader).getByLabel(reader.say('records:form.operation'), { exact: true });

test('keeps one draft for each open tab, and offers that of a closed one', async ({ reader, store, server }) => {
  const { page, say } = reader;
  const owner = await anOwner(store);
  await giveVehicle(server, owner);
  await logInAs(page, owner);
  await page.goto('/service');
  await fillRecord(reader, recordForm(reader), { operation: 'Заміна оливи' });

  const second = { ...reader, page: await page.context().newPage() };
  await second.page.goto('/service');
  await expect(operation(second)).toHaveValue('');
  await fillRecord(second, recordForm(second), { operation: 'Шини' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(operation(reader)).toHaveValue('Заміна оливи');
  await second.page.close();
  await page.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1);

  const third = { ...reader, page: await page.context().newPage() };
  await third.page.goto('/service');
  await expect(operation(third)).toHaveValue('Шини');
  await third.page.getByRole('button', { name: say('forms:restored.discard') }).click();
  await expect(operation(third)).toHaveValue('');
  await third.page.reload();
  await expect(operation(third)).toHaveValue('');
});

test('on a device of somebody else a draft ends with its tab, and notices end with the session', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  await giveVehicle(server, owner);
  await logInAs(page, owner);
  await page.evaluate(() => localStorage.setItem('carnet.device', 'other'));
  await page.goto('/service');
  await fillRecord(reader, recordForm(reader), { operation: 'Заміна оливи' });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(operation(reader)).toHaveValue('Заміна оливи');
  const second = { ...reader, page: await page.context().newPage() };
  await page.close();
  await second.page.goto('/service');
  await expect(operation(second)).toHaveValue('');

  await fillRecord(second, recordForm(second), { operation: 'Шини', price: '1' });
  await recordForm(second)
    .getByRole('button', { name: say('records:form.add') })
    .click();
  await second.page.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'Шини', day: '' })}`) }).click();
  const undo = second.page.getByRole('button', { name: say('records:undo') });
  await expect(undo).toBeVisible();
  await second.page
    .getByRole('banner')
    .getByRole('link', { name: say('shell:nav.user') })
    .click();
  await press(second.page.getByRole('button', { name: say('user:menu.logout') }));
  await expect(second.page).toHaveURL('/');
  await expect(undo).toBeHidden();
});
