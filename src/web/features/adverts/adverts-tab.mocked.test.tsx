import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Advert } from '#contract/adverts.admin.ts';
import { fakeServer, show } from '#tests/support/component.tsx';
import { AdvertsTab } from './adverts-tab.tsx';

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
  link: null,
  shown_from: null,
  shown_until: null,
  is_on: true,
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
  await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('file'));
});

test('a text that another administrator has saved meanwhile is shown beside the input', async () => {
  const stored = [advertOf(1), advertOf(2)];
  const { sent } = fakeServer({
    'GET /api/advertising/getAdvertising-all': () => ({ body: [...stored] }),
    'PUT /api/advertising/updateAdvertising': ({ body }) => {
      const adverts = body as (Advert & { seen: Partial<Advert> })[];
      const isOutdated = adverts.some(({ id, seen }) => seen.title_en !== stored.find((advert) => advert.id === id)?.title_en);
      if (isOutdated) return { status: 409, body: { success: false, code: 'advertisingApi.update.409', message: '' } };
      return { body: { success: true, data: adverts.map(({ seen: _, ...advert }) => advert), message: '' } };
    },
  });
  const page = show(<AdvertsTab onDirty={() => undefined} />, { language: 'en' });
  const say = (key: string, values = {}) => page.say(`adminSettings:${key}`, values);
  const [own, theirs] = ['Tyres', 'Their tyres'];
  await page.user.click(await screen.findByRole('button', { name: say('adverts.editOf', { title: 'advert 1' }) }));
  const title = screen.getAllByLabelText<HTMLInputElement>(say('adverts.titleField'))[2] as HTMLInputElement;
  await page.user.clear(title);
  await page.user.type(title, own);
  stored[0] = { ...advertOf(1), title_en: theirs };
  stored[1] = { ...advertOf(2), title_en: 'Untouched here' };
  const save = async () => page.user.click(await screen.findByRole('button', { name: say('adverts.save') }));
  await save();
  await page.user.click(await screen.findByRole('button', { name: say('adverts.merge') }));
  expect(await screen.findByText(new RegExp(theirs))).toBeTruthy();
  expect(title.value).toBe(own);
  await save();
  await screen.findByText(page.i18n.t('errors:advertisingApi.update.success'));
  const last = sent.filter(({ method }) => method === 'PUT').at(-1)?.body as (Advert & { seen: Advert })[];
  expect(last.map(({ title_en, seen }) => [title_en, seen.title_en])).toEqual([
    [own, theirs],
    ['Untouched here', 'Untouched here'],
  ]);
  expect(screen.queryByText(new RegExp(theirs))).toBeNull();
});

test('a link, days and the switch are checked, sent, and compared with what someone else has saved', async () => {
  const stored = [advertOf(1)];
  const { sent } = fakeServer({
    'GET /api/advertising/getAdvertising-all': () => ({ body: [...stored] }),
    'PUT /api/advertising/updateAdvertising': ({ body }) => {
      const [advert] = body as (Advert & { seen: Advert })[];
      if (advert?.seen.link !== stored[0]?.link)
        return { status: 409, body: { success: false, code: 'advertisingApi.update.409', message: '' } };
      return { body: { success: true, data: [{ ...advert, seen: undefined }], message: '' } };
    },
  });
  const page = show(<AdvertsTab onDirty={() => undefined} />, { language: 'en' });
  const say = (key: string, values = {}) => page.say(`adminSettings:${key}`, values);
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${say(`adverts.${name}`)}`));
  const save = async () => page.user.click(await screen.findByRole('button', { name: say('adverts.save') }));
  await page.user.click(await screen.findByRole('button', { name: say('adverts.editOf', { title: 'advert 1' }) }));
  await page.user.type(field('link'), 'http://example.com');
  fireEvent.change(field('from'), { target: { value: '2099-01-01' } });
  fireEvent.change(field('until'), { target: { value: '2098-12-31' } });
  await save();
  await screen.findByText(page.i18n.t('errors:validation.link'));
  screen.getByText(page.i18n.t('errors:validation.date.order'));
  fireEvent.change(field('until'), { target: { value: '' } });
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  await page.user.clear(field('link'));
  await page.user.type(field('link'), 'example.com');
  expect(screen.getByRole('link', { name: 'advert 1' }).getAttribute('href')).toBe('https://example.com');
  expect(screen.getByText(say('adverts.absence.planned'))).toBeDefined();
  await page.user.click(field('isOn'));
  expect(screen.getByText(say('adverts.absence.off'))).toBeDefined();
  stored[0] = { ...advertOf(1), link: 'https://example.org/theirs', shown_until: '2099-12-31' };
  await save();
  await page.user.click(await screen.findByRole('button', { name: say('adverts.merge') }));
  expect((await screen.findByText(/example\.org/)).textContent).toContain('https://example.org/theirs');
  expect(screen.getByText(/31 Dec 2099/)).toBeDefined();
  expect(screen.getByText(new RegExp(`${page.i18n.t('forms:meanwhile.saved')} ${say('adverts.on')}$`))).toBeDefined();
  expect(field('link').value).toBe('example.com');
  await page.user.click(
    within(screen.getByText(/31 Dec 2099/).parentElement as HTMLElement).getByRole('button', { name: page.i18n.t('forms:meanwhile.use') }),
  );
  expect(field('until').value).toBe('2099-12-31');
  await save();
  await screen.findByText(page.i18n.t('errors:advertisingApi.update.success'));
  const last = { link: 'example.com', shown_from: '2099-01-01', shown_until: '2099-12-31', is_on: false };
  expect(sent.filter(({ method }) => method === 'PUT').at(-1)?.body).toMatchObject([last]);
});
