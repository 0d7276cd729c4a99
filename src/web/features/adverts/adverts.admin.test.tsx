import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { AdvertsTab } from './adverts.admin.tsx';

vi.mock('../../photos/photo.ts', () => ({
  preparePhoto: async (file: File) => ({ image: file, name: file.name, shrunkFrom: undefined }),
}));
URL.createObjectURL ??= () => 'blob:photo';
URL.revokeObjectURL ??= () => undefined;

const advertOf = (id: number): Advert => ({
  id,
  title_ua: `advert ${id}`,
  title_ru: `advert ${id}`,
  title_en: `advert ${id}`,
  text_ua: 'text',
  text_ru: 'text',
  text_en: 'text',
  image: null,
});
const NEW_IMAGE = '/api/images/abcdefghijklmnopqrstuv';

async function shown() {
  const uploaded = Promise.withResolvers<{ status?: number; body: unknown }>();
  const adverts = [advertOf(1), advertOf(2)];
  const { sent } = fakeServer({
    'GET /api/advertising/getAdvertising-all': () => ({ body: adverts }),
    'POST /api/advertising/image': () => uploaded.promise,
    'PUT /api/advertising/updateAdvertising': ({ body }) => ({ body: { success: true, data: body, message: '' } }),
  });
  const page = show(<AdvertsTab onDirty={() => undefined} />, { language: 'en' });
  const say = (key: string, values = {}) => page.say(`adminSettings:adverts.${key}`, values);
  await screen.findByRole('button', { name: say('editOf', { title: 'advert 1' }) });
  const chooseImage = async () => {
    const item = screen.getByRole('button', { name: say('editOf', { title: 'advert 1' }) }).closest('li') as HTMLElement;
    await page.user.click(within(item).getByRole('button', { name: say('editOf', { title: 'advert 1' }) }));
    await page.user.upload(item.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'a.png', { type: 'image/png' }));
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/advertising/image'));
  };
  const saved = () => sent.find(({ method }) => method === 'PUT')?.body as Advert[] | undefined;
  return { ...page, say, uploaded, chooseImage, saved };
}

test('an image uploaded while its advert moves stays with it, and saving waits for the upload', async () => {
  const page = await shown();
  await page.chooseImage();
  await page.user.click(screen.getByRole('button', { name: page.say('down', { title: 'advert 1' }) }));
  await page.user.click(screen.getByRole('button', { name: page.say('save') }));
  expect(screen.getByRole('button', { name: page.say('preparing') }).getAttribute('aria-busy')).toBe('true');
  expect(page.saved()).toBeUndefined();
  page.uploaded.resolve({ status: 201, body: { success: true, image: NEW_IMAGE, message: '' } });
  await waitFor(() =>
    expect(page.saved()?.map(({ id, image }) => [id, image])).toEqual([
      [2, null],
      [1, NEW_IMAGE],
    ]),
  );
});

test('a failed upload cancels the save', async () => {
  const page = await shown();
  await page.chooseImage();
  await page.user.click(screen.getByRole('button', { name: page.say('save') }));
  page.uploaded.resolve({ status: 422, body: { success: false, message: 'imageApi.422' } });
  await waitFor(() => expect(screen.queryByRole('button', { name: page.say('preparing') })).toBeNull());
  expect(page.saved()).toBeUndefined();
  expect(document.activeElement?.getAttribute('type')).toBe('file');
});
