import { FEEDBACK_RESULT } from '#contract/limits.ts';
import { advanceUntil, openAtRest, STEP } from '../support/adverts-page.ts';
import { audit } from '../support/axe.ts';
import { button, field } from '../support/book.ts';
import { expect, type Reader, test } from '../support/e2e.ts';
import { anOwner, logInAs } from '../support/owners.ts';

const MESSAGE = 'Чи можна додати причіп до книжки?';
const result = ({ page }: Reader) => page.locator('form').getByRole('status');

/** The result is shown for only two seconds, so the clock must not advance further than to its appearance. */
const untilShown = (reader: Reader, key: string) =>
  advanceUntil(reader.page, async () => (await result(reader).textContent()) === reader.say(key));

async function fill(reader: Reader, message = MESSAGE): Promise<void> {
  await field(reader, 'contact:firstName').fill('Марія');
  await field(reader, 'contact:lastName').fill('Шевченко');
  await field(reader, 'contact:email').fill('maria@example.com');
  await field(reader, 'contact:message').fill(message);
}

test('shows that a message is being sent, then the result for two seconds, then an empty form', async ({ reader, store }) => {
  const { page, say, press } = reader;
  await openAtRest(reader, '/contact');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/feedback/send', async (route) => {
    await released;
    await route.continue();
  });
  await fill(reader);
  const send = button(reader, 'contact:send');
  await press(send);
  const busy = page.locator('form').getByRole('button', { name: say('contact:sending') });
  await expect(busy).toBeDisabled();
  await expect(result(reader)).toHaveText(say('contact:sending'));
  release();
  await untilShown(reader, 'errors:feedbackApi.send.success');
  for (const name of ['firstName', 'lastName', 'email', 'message']) await expect(field(reader, `contact:${name}`)).toHaveValue('');
  await page.clock.runFor(FEEDBACK_RESULT - 2 * STEP);
  await expect(result(reader)).toHaveText(say('errors:feedbackApi.send.success'));
  await page.clock.runFor(2 * STEP);
  await expect(result(reader)).toHaveText('');
  await expect(send).toBeEnabled();
  expect(await store.db.selectFrom('feedback').select(['email', 'text']).execute()).toContainEqual({
    email: 'maria@example.com',
    text: MESSAGE,
  });
});

test('validates each field on blur without losing a click on the button', async ({ reader }) => {
  const { page, say, press } = reader;
  await page.goto('/contact');
  for (const [name, value, code] of [
    ['firstName', '', 'required'],
    ['firstName', 'Ян', 'name'],
    ['firstName', 'Марія2', 'name'],
    ['lastName', 'О’Коннор', undefined],
    ['lastName', 'Ng', 'name'],
    ['email', 'maria', 'email'],
    ['message', 'Закоротко', 'message'],
  ] as const) {
    const input = field(reader, `contact:${name}`);
    await input.fill(value);
    await input.blur();
    const error = page.locator(`#${await input.getAttribute('id')}-error`);
    if (code) await expect(error).toHaveText(say(`errors:validation.${code}`));
    else await expect(error).toHaveCount(0);
  }
  await expect(button(reader, 'contact:send')).toBeEnabled();
  await audit(page, 'contact, errors');
  await field(reader, 'contact:email').focus();
  await press(button(reader, 'contact:send'));
  await expect(field(reader, 'contact:firstName')).toBeFocused();
});

test('keeps a message that could not be sent, and sends it again', async ({ reader, store }) => {
  const { page, press } = reader;
  await openAtRest(reader, '/contact');
  await page.route('**/api/feedback/send', (route) => route.abort(), { times: 1 });
  await fill(reader);
  await press(button(reader, 'contact:send'));
  await untilShown(reader, 'shell:client.network');
  await expect(field(reader, 'contact:message')).toHaveValue(MESSAGE);
  await store.db.schema.alterTable('feedback').renameTo('renamed').execute();
  await press(button(reader, 'contact:send'));
  await untilShown(reader, 'errors:feedbackApi.send.error');
  await store.db.schema
    .alterTable('renamed' as 'feedback')
    .renameTo('feedback')
    .execute();
  await expect(field(reader, 'contact:message')).toHaveValue(MESSAGE);
  await press(button(reader, 'contact:send'));
  await untilShown(reader, 'errors:feedbackApi.send.success');
});

test('asks before leaving a written message, and prefills the name of a logged-in user', async ({ reader, store }) => {
  const { page, say } = reader;
  const owner = await anOwner(store, 'business');
  await logInAs(page, owner);
  await page.evaluate(() => localStorage.setItem('carnet.tariff', 'business'));
  await openAtRest(reader, '/contact');
  await advanceUntil(page, async () => (await field(reader, 'contact:firstName').inputValue()) === 'Олена');
  await expect(field(reader, 'contact:email')).toHaveValue(owner.email);
  await expect(page.getByText(say('contact:priorityOwn'))).toBeVisible();
  await field(reader, 'contact:message').fill(MESSAGE);
  const about = page.getByRole('navigation').getByRole('link', { name: say('shell:nav.about') });
  await about.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('forms:leave.keep') })
    .click();
  // The page behind the dialog takes no focus while the dialog is open.
  await expect(about).toBeFocused();
  await expect(field(reader, 'contact:message')).toHaveValue(MESSAGE);
  await page.keyboard.press('Tab');
  await button(reader, 'contact:send').focus();
  await page.keyboard.press('Enter');
  await untilShown(reader, 'errors:feedbackApi.send.success');
  expect(await store.db.selectFrom('feedback').select('is_priority').where('user_id', '=', owner.id).execute()).toEqual([
    { is_priority: 1 },
  ]);
  await about.click();
  await expect(page).toHaveURL('/about');
});
