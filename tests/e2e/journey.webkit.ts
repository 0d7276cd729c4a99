import { anAccount, anEmail, PASSWORD } from '../support/accounts.ts';
import { testClock } from '../support/clock.ts';
import { codeInOutbox, giveRecord, giveVehicle } from '../support/owners.ts';
import { textsOf } from '../support/texts.ts';
import { expect, test } from '../support/webkit.ts';

test('a new user registers', async ({ webkit: page, server }) => {
  const { say } = page;
  const email = anEmail();
  await page.goTo('/login?tab=registration');
  await page.fill(say('auth:email'), email);
  await page.press('button', say('auth:registration.send'));
  await page.find('heading', say('auth:code.title'));
  await page.fill(say('auth:code.label'), await codeInOutbox(server, email));
  await page.press('button', say('auth:code.send'));
  await page.find('heading', say('auth:about.title'));
});

test('an owner logs in, adds a record, uses a suggestion, and keeps a draft after a reload', async ({ webkit: page, server, store }) => {
  const { say, driver } = page;
  const owner = await anAccount({ store, clock: testClock() });
  const vehicle = await giveVehicle(server, owner);
  await giveRecord(server, owner, vehicle);

  await page.goTo('/login');
  await page.fill(say('auth:email'), owner.email);
  await page.fill(say('auth:password'), PASSWORD);
  await page.press('button', say('auth:login.send'));
  await page.find('article', 'Škoda Octavia');
  await page.fill(say('records:form.operation'), 'колодки');
  await page.fill(say('records:form.price', { sign: '₴' }), '1 093,05');
  await driver.reload();
  expect(await page.valueOf(say('records:form.operation'))).toBe('колодки');
  await page.press('button', say('records:form.add'));
  await page.expectText(say('records:form.added', { name: 'колодки' }));
  // The row may be off screen, where innerText leaves it out; the total is not.
  await page.find('row', 'колодки');
  await page.expectText('Разом 1 179,55 ₴ Carnet');

  await page.fill(say('records:form.operation'), 'олив');
  await page.press('option', 'Заміна оливи');
  expect(await page.valueOf(say('records:form.operation'))).toBe('Заміна оливи');

  await page.select(say('shell:language.label'), 'en');
  await page.find('heading', textsOf('en')('service:title'));
});
