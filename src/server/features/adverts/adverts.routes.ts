import { getAllAdverts, updateAdverts, uploadAdvertImage } from '#contract/adverts.admin.ts';
import { getAdverts } from '#contract/adverts.ts';
import { type Route, route } from '../../http/route.ts';
import type { AdvertsService } from './adverts.service.ts';

export const advertsRoutes = (adverts: AdvertsService): Route[] => [
  route(getAdverts, ({ params }) => adverts.list(params.lang)),
  // Without this route a missing language would be 404 instead of 400.
  route({ ...getAdverts, path: '/api/advertising/getAdvertising' }, ({ params }) => adverts.list(params.lang)),
  route(getAllAdverts, () => adverts.listAll()),
  route(updateAdverts, async ({ caller, query, body }) => ({ data: await adverts.update(caller, { adverts: body, seen: query.seen }) })),
  route(uploadAdvertImage, async ({ image }) => ({ image: await adverts.uploadImage(image ?? new Uint8Array()) })),
];
