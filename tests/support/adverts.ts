import type { Advert } from '#contract/adverts.admin.ts';
import type { Answer, TestApp } from './app.ts';
import { aPicture, vehicleForm } from './builders.ts';
import type { TestAdmin } from './orders.ts';

type Api = Pick<TestApp, 'request'>;

/** An advert as an administrator sends it, in every language. */
export const advertBody = (name = 'Шини', overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  title_ua: `${name} зі знижкою`,
  title_ru: `${name} со скидкой`,
  title_en: `${name} at a discount`,
  text_ua: 'Тільки цього тижня.',
  text_ru: 'Только на этой неделе.',
  text_en: 'This week only.',
  image: null,
  ...overrides,
});

export const putAdverts = (app: Api, { token }: Pick<TestAdmin, 'token'>, adverts: unknown, seen?: readonly number[]): Promise<Answer> =>
  app.request('PUT', `/api/advertising/updateAdvertising${seen ? `?seen=${seen}` : ''}`, { token, body: adverts });

export const allAdverts = async (app: Api, { token }: Pick<TestAdmin, 'token'>): Promise<Advert[]> =>
  (await app.request('GET', '/api/advertising/getAdvertising-all', { token })).body;

export const shownAdverts = (app: Api, language: string): Promise<Answer> =>
  app.request('GET', `/api/advertising/getAdvertising/${language}`);

export const postAdvertImage = async (
  app: Api,
  { token }: Pick<TestAdmin, 'token'>,
  image?: Uint8Array<ArrayBuffer> | null,
): Promise<Answer> =>
  app.request('POST', '/api/advertising/image', { token, form: await vehicleForm({}, image === undefined ? await aPicture() : image) });

/** Uploads an image for adverts; returns its path. */
export async function anAdvertImage(app: Api, admin: Pick<TestAdmin, 'token'>): Promise<string> {
  const { status, body } = await postAdvertImage(app, admin);
  if (status !== 200) throw new Error(`No image was kept: ${JSON.stringify(body)}`);
  return body.image;
}
