import { audit } from '../support/axe.ts';
import { button, heading } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, givePlanLine, giveRecord, giveVehicle, logInAs } from '../support/owners.ts';

// Without reduced motion, axe would also measure the contrast of half-faded colours.
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } });

test('brings the file of another account in with at most six taps, and takes it back', async ({ reader, store, server }) => {
  const { page, say } = reader;
  let taps = 0;
  const tap = (target: Parameters<typeof reader.press>[0]) => {
    taps += 1;
    return reader.press(target);
  };
  const giver = await anOwner(store);
  const car = await giveVehicle(server, giver);
  await giveRecord(server, giver, car);
  await giveRecord(server, giver, car, { operationName: 'Свічки', performedOn: '2025-03-01' });
  await givePlanLine(server, giver, car);
  const exported = await fetch(`${server.url}/api/export`, { headers: { authorization: `Bearer ${giver.token}` } });
  const file = { name: 'Carnet.zip', mimeType: 'application/zip', buffer: Buffer.from(await exported.arrayBuffer()) };

  await logInAs(page, await anOwner(store));
  await page.goto('/user');
  await tap(page.getByRole('link', { name: say('ownData:move') }));
  await expect(page.getByRole('heading', { level: 1, name: say('imports:title') })).toBeFocused();
  await expect(page).toHaveTitle(`${say('imports:title')} · Carnet`);
  await audit(page, 'file', [360]);

  // One tap opens the list of files, another one chooses.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(button(reader, 'imports:file.choose'))]);
  taps += 1;
  await chooser.setFiles(file);
  await expect(heading(reader, 'imports:source.carnet')).toBeFocused();
  await audit(page, 'check', [360]);
  // Nothing is lost by a reload.
  await page.reload();
  await tap(page.getByRole('button', { name: say('imports:check.confirm', { count: 4 }) }));
  await expect(page.getByRole('heading', { name: say('imports:done.title', { count: 4 }) })).toBeFocused();
  await audit(page, 'done', [360]);
  await tap(page.getByRole('link', { name: say('imports:done.open') }));
  await expect(page.getByRole('heading', { name: /Škoda Octavia/ })).toBeVisible();
  expect(taps).toBeLessThanOrEqual(6);

  await page.goto('/service?import');
  await reader.press(button(reader, 'imports:undo.button'));
  await expect(page.getByText(say('imports:undo.done', { count: 4 }))).toBeVisible();
  await reader.press(page.getByRole('link', { name: say('imports:back') }));
  await expect(page.getByRole('link', { name: say('vehicles:empty.move') })).toHaveAttribute('href', '/service?import');
});

test('brings a table of 300 rows into a vehicle with at most six taps', async ({ reader, store, server }) => {
  const { page, say } = reader;
  let taps = 0;
  const tap = (target: Parameters<typeof reader.press>[0]) => {
    taps += 1;
    return reader.press(target);
  };
  const owner = await anOwner(store);
  await giveVehicle(server, owner);
  const rows = Array.from({ length: 300 }, (_, n) => `${1 + (n % 12)}.${1 + (n % 9)}.2021;${46_000 + n};38,5;1 010,50`);
  const buffer = Buffer.from(`Дата;Пробіг;Літри;Сума\n${rows.join('\n')}\n`);
  await logInAs(page, owner);
  await page.goto('/user');
  await tap(page.getByRole('link', { name: say('ownData:move') }));
  // One tap opens the list of files, another one chooses.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(button(reader, 'imports:file.choose'))]);
  taps += 1;
  await chooser.setFiles({ name: 'table.csv', mimeType: 'text/csv', buffer });
  await expect(heading(reader, 'imports:columns.title')).toBeFocused();
  await audit(page, 'columns', [360]);
  await tap(button(reader, 'imports:columns.next'));
  await tap(page.getByRole('button', { name: say('imports:check.confirm', { count: 300 }) }));
  await expect(page.getByRole('heading', { name: say('imports:done.title', { count: 300 }) })).toBeFocused();
  expect(taps).toBeLessThanOrEqual(6);
});
