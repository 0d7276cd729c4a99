import type { Locator } from '@playwright/test';
import { fillRecord, recordForm } from '../support/book.ts';
import { expect, test } from '../support/e2e.ts';
import { anOwner, givePlanLine, giveVehicle, logInAs } from '../support/owners.ts';

const DAY = 86_400_000;
const isoDay = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const shown = (day: string): string => day.split('-').reverse().join('.');

test('a line that is due is marked as done, and shows the next date', async ({ reader, store, server }) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const car = await giveVehicle(server, owner);
  await logInAs(page, owner);
  await page.goto(`/service/${car.id}/plan`);
  await expect(page).toHaveTitle(`${say('vehicles:page.title.plan', { name: 'Škoda Octavia' })} · Carnet`);
  await expect(page.getByText(say('plan:empty.title'))).toBeVisible();

  await press(page.getByRole('button', { name: say('plan:add'), exact: true }));
  const form = page.getByRole('form', { name: say('plan:newLine') });
  await expect(form.getByLabel(say('plan:form.title'))).toBeFocused();
  await page.keyboard.type('Олива й фільтр');
  await press(form.getByRole('button', { name: say('plan:form.create') }));
  await expect(form.getByText(say('errors:planApi.noRule'))).toBeVisible();
  await form.getByLabel(say('plan:form.every')).fill('100');
  await form.getByLabel(say('plan:form.unit')).selectOption('days');
  await form.getByText(say('plan:form.more')).click();
  await form.getByLabel(say('plan:form.startOn')).fill(isoDay(-120));
  await press(form.getByRole('button', { name: say('plan:form.create') }));

  const row = page.getByRole('listitem').filter({ hasText: 'Олива й фільтр' });
  await expect(row).toContainText(say('plan:state.overdue'));
  await press(row.getByRole('button', { name: say('plan:done') }));
  const done = page.getByRole('form', { name: say('plan:doneForm.title', { name: 'Олива й фільтр' }) });
  await done.getByLabel(say('plan:doneForm.day')).fill(isoDay(-1));
  await press(done.getByRole('button', { name: say('plan:doneForm.submit') }));
  const next = shown(isoDay(99));
  await expect(row).toContainText(say('plan:when.by', { day: next }));
  await expect(page.getByText(say('plan:toast.done', { name: 'Олива й фільтр', next }))).toBeVisible();
  await expect(row.getByRole('img', { name: shown(isoDay(-1)) })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Олива й фільтр' })).toBeFocused();

  await press(page.getByRole('button', { name: say('plan:toast.undo') }));
  await expect(row).toContainText(say('plan:state.overdue'));

  await page.goto('/service');
  const soon = page.getByRole('region', { name: say('plan:soon') });
  await press(soon.getByRole('link', { name: /Олива й фільтр Škoda Octavia/ }));
  await expect(page).toHaveURL(`/service/${car.id}/plan`);
});

for (const [device, options] of [
  ['on a phone by touch', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['on a desktop by keyboard', {}],
] as const)
  test.describe(device, () => {
    test.use(options);
    test('an empty plan offers a set, whose numbers are changed before it is added, and its first job is stamped', async ({
      reader,
      store,
      server,
      hasTouch,
    }) => {
      const { page, say } = reader;
      /** By touch on a phone, and by keyboard alone on a desktop. */
      const choose = (target: Locator) => (hasTouch ? reader.press(target) : target.press('Enter'));
      const owner = await anOwner(store);
      const car = await giveVehicle(server, owner);
      await logInAs(page, owner);
      await page.goto(`/service/${car.id}/plan`);
      const set = page.getByRole('form', { name: say('planSets:title') });
      const oil = say('planSets:lines.oil');
      await set.getByLabel(`${oil}: ${say('planSets:fields.distance.km')}`).fill('7 500');
      await choose(set.getByRole('button').last());
      const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: oil, exact: true }) });
      await expect(row).toContainText(/7.500.км/);
      await choose(row.getByRole('button', { name: oil }));
      await choose(row.getByRole('button', { name: say('plan:done') }));
      await choose(
        page
          .getByRole('form', { name: say('plan:doneForm.title', { name: oil }) })
          .getByRole('button', { name: say('plan:doneForm.submit') }),
      );
      await expect(row.getByRole('img', { name: shown(isoDay(0)) })).toBeVisible();
      await expect(row.getByRole('button', { name: oil })).toBeFocused();
    });
  });

test('a new record offers the line that it fulfils, stamps it, and takes the stamp along when it is deleted', async ({
  reader,
  store,
  server,
}) => {
  const { page, say, press } = reader;
  const owner = await anOwner(store);
  const car = await giveVehicle(server, owner);
  await givePlanLine(server, owner, car, { title: 'Свічки', startOn: '2020-01-01' });
  await logInAs(page, owner);
  await page.goto(`/service/${car.id}`);
  const form = recordForm(reader);
  await fillRecord(reader, form, { operation: 'свічки', price: '86,50' });
  await expect(form.getByRole('checkbox', { name: say('plan:fulfils', { name: 'Свічки' }) })).toBeChecked();
  await press(form.getByRole('button', { name: say('records:form.add') }));
  await expect(page.getByText(say('plan:toast.doneOnce', { name: 'Свічки' }))).toBeVisible();
  await press(page.getByRole('link', { name: say('vehicles:page.view.plan') }));
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Свічки' }) });
  await expect(row.getByRole('img', { name: shown(isoDay(0)) })).toBeVisible();
  await press(page.getByRole('link', { name: say('vehicles:page.view.history') }));
  await press(page.getByRole('button', { name: new RegExp(`^${say('records:history.remove', { name: 'свічки', day: '' })}`) }));
  await expect(page.getByText(say('records:removed', { name: 'свічки' }))).toBeVisible();
  await press(page.getByRole('link', { name: say('vehicles:page.view.plan') }));
  await expect(row).toContainText(say('plan:state.overdue'));
});
