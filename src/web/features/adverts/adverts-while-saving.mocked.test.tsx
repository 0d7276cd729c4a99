import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AdvertInput } from '#contract/adverts.admin.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { type Boot, BootContext } from '#web/boot.ts';
import { AdvertSlot } from './advert-slot.tsx';
import { AdvertsTab } from './adverts-tab.tsx';

vi.mock('../../photos/photo.ts', () => ({
  preparePhoto: async (file: File) => ({ image: file, name: file.name, shrunkFrom: undefined }),
}));
URL.createObjectURL ??= () => 'blob:photo';
URL.revokeObjectURL ??= () => undefined;

const IMAGE = '/api/images/abcdefghijklmnopqrstuv';
const BOOT = { data: { hasAdverts: false } } as Boot;

/** Renders the tab with a new advert filled in; the save request is answered when `answer` resolves. */
async function withNewAdvert() {
  const answer = Promise.withResolvers<void>();
  const { sent } = fakeServer({
    'GET /api/advertising/getAdvertising-all': () => ({ body: [] }),
    'GET /api/advertising/getAdvertising/en': () => ({ body: [] }),
    'POST /api/advertising/image': () => ({ status: 201, body: { success: true, image: IMAGE, message: '' } }),
    'PUT /api/advertising/updateAdvertising': async ({ body }) => {
      await answer.promise;
      return { body: { success: true, data: (body as AdvertInput[]).map((advert) => ({ ...advert, id: 5 })), message: '' } };
    },
  });
  const page = show(
    <BootContext value={BOOT}>
      <AdvertsTab onDirty={() => undefined} />
      <AdvertSlot />
    </BootContext>,
    { language: 'en' },
  );
  const say = (key: string, values = {}) => page.say(`adminSettings:${key}`, values);
  await page.user.click(await screen.findByRole('button', { name: say('adverts.add') }));
  const field = (lang: string, name: string): HTMLInputElement =>
    within(screen.getByRole('group', { name: say(`languages.${lang}`) })).getByLabelText(say(`adverts.${name}`));
  for (const lang of ['ua', 'ru', 'en']) {
    fireEvent.change(field(lang, 'titleField'), { target: { value: 'Tyres' } });
    fireEvent.change(field(lang, 'textField'), { target: { value: 'Until June' } });
  }
  const saved = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body as AdvertInput[]);
  const save = async () => page.user.click(await screen.findByRole('button', { name: say('adverts.save') }));
  return { ...page, say, sent, field, save, saved, answer };
}

test('keeps a text and an image entered during a save, and saves them next', async () => {
  const page = await withNewAdvert();
  await page.save();
  await waitFor(() => expect(page.saved()).toHaveLength(1));
  await page.user.type(page.field('en', 'titleField'), '!');
  await page.user.upload(
    page.container.querySelector('input[type=file]') as HTMLInputElement,
    new File(['x'], 'a.png', { type: 'image/png' }),
  );
  page.answer.resolve();
  await screen.findByText(page.say('adverts.unsaved'));
  await screen.findByText(page.i18n.t('errors:advertisingApi.update.success'));
  await page.save();
  await waitFor(() => expect(page.saved()).toHaveLength(2));
  expect(page.saved()[1]).toMatchObject([{ id: 5, title_en: 'Tyres!', title_ua: 'Tyres', image: IMAGE }]);
});

test('the banner of this tab reloads the adverts after a save', async () => {
  const page = await withNewAdvert();
  const reads = () => page.sent.filter(({ path }) => path === '/api/advertising/getAdvertising/en');
  expect(reads()).toEqual([]);
  page.answer.resolve();
  await page.save();
  await waitFor(() => expect(reads()).toHaveLength(1));
  await page.user.click(screen.getByRole('button', { name: page.say('adverts.editOf', { title: 'Tyres' }) }));
  await page.user.type(page.field('en', 'titleField'), '!');
  await page.save();
  await waitFor(() => expect(reads()).toHaveLength(2));
});

test('keeps a pasted text that is too long and rejects it at its field', async () => {
  const page = await withNewAdvert();
  await page.user.click(page.field('en', 'titleField'));
  await page.user.paste('x'.repeat(80));
  await page.save();
  await screen.findByText(page.i18n.t('errors:validation.tooLong'));
  expect(page.field('en', 'titleField').value).toHaveLength(85);
  expect(page.saved()).toEqual([]);
});
