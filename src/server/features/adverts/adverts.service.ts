import type { Advert, AdvertInput } from '#contract/adverts.admin.ts';
import type { LocalizedAdvert } from '#contract/adverts.ts';
import { imageIdOf, imagePath } from '#contract/images.ts';
import type { Language } from '#contract/languages.ts';
import { ADVERT_IMAGE_TTL } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { ImageStore, ImagesService } from '../../infra/images/images.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AdvertFields, AdvertRow, AdvertsRepo } from './adverts.repo.ts';
import { type AdvertList, assertDaysInOrder, assertListSeen, displayOf } from './adverts.rules.ts';

export interface AdvertRepos {
  adverts: AdvertsRepo;
  images: ImageStore;
}

interface Deps {
  work: Work<AdvertRepos & AuditRepos>;
  images: ImagesService;
  audit: AuditService;
  clock: Clock;
}

export type AdvertsService = ReturnType<typeof advertsService>;

const linkOf = ({ link }: Pick<Advert, 'link'>) => (link === null ? {} : { link });
const TO_PUBLIC: Record<Language, (advert: Advert) => LocalizedAdvert> = {
  ua: ({ title_ua, text_ua, image, ...rest }) => ({ title_ua, text_ua, image, ...linkOf(rest) }),
  ru: ({ title_ru, text_ru, image, ...rest }) => ({ title_ru, text_ru, image, ...linkOf(rest) }),
  en: ({ title_en, text_en, image, ...rest }) => ({ title_en, text_en, image, ...linkOf(rest) }),
};

const toAdvert = ({ image_id, link, shown_from, shown_until, is_on, ...texts }: AdvertRow): Advert => ({
  ...texts,
  image: image_id === null ? null : imagePath(image_id),
  ...{ link, shown_from, shown_until, is_on: is_on === 1 },
});

const imagesOf = (adverts: readonly { image: string | null }[]): string[] => [
  ...new Set(adverts.flatMap(({ image }) => (image === null ? [] : [imageIdOf(image)]))),
];

export function advertsService({ work, images, audit, clock }: Deps) {
  /** The day in UTC, YYYY-MM-DD. */
  const today = (): string => isoTime(clock.now()).slice(0, 10);
  const listOf = async ({ adverts }: AdvertRepos): Promise<Advert[]> => (await adverts.list()).map(toAdvert);

  /** 400 for an image that was not uploaded for adverts or is already deleted. */
  async function checkImages({ adverts: repo }: AdvertRepos, adverts: readonly AdvertInput[]): Promise<void> {
    const uploaded = new Set(await repo.findImages(imagesOf(adverts)));
    const fields = adverts.flatMap(({ image }, index) =>
      image === null || uploaded.has(imageIdOf(image)) ? [] : [{ field: `${index}.image`, code: 'validation.image.unknown' }],
    );
    if (fields.length > 0) throw new AppError('advertisingApi.update.400', { fields });
  }

  async function write({ adverts: repo }: AdvertRepos, before: readonly Advert[], adverts: readonly AdvertInput[]): Promise<void> {
    const keptIds = new Set(adverts.map(({ id }) => id));
    for (const { id } of before) if (!keptIds.has(id)) await repo.delete(id);
    for (const [position, { seen: _seen, ...advert }] of adverts.entries()) {
      const { id, image, ...texts } = advert;
      const { is_on, ...display } = displayOf(advert, before);
      const row: AdvertFields = {
        ...{ ...texts, ...display, is_on: is_on ? 1 : 0, position },
        image_id: image === null ? null : imageIdOf(image),
      };
      await (id === undefined ? repo.insert(row) : repo.update(id, row));
    }
    await repo.updateChangedAt(isoTime(clock.now()));
  }

  return {
    /** The adverts on show today in one language; 404 if there are none. */
    async list(language: Language): Promise<LocalizedAdvert[]> {
      const adverts = (await work.repos.adverts.listShown(today())).map(toAdvert);
      if (adverts.length === 0) throw new AppError('advertisingApi.404');
      return adverts.map(TO_PUBLIC[language]);
    },

    hasShown: (): Promise<boolean> => work.repos.adverts.hasShown(today()),

    listAll: (): Promise<Advert[]> => listOf(work.repos),

    /**
     * Replaces the whole list, in its order, and deletes images that are no longer in use. 400 for an unknown image or an end before the
     * beginning, 409 if the list has changed since the administrator saw it.
     */
    async update(admin: AdminCaller, list: AdvertList): Promise<Advert[]> {
      return work.inTransaction(async (repos) => {
        await repos.adverts.lock();
        const before = await listOf(repos);
        assertListSeen(before, list);
        assertDaysInOrder(before, list.adverts);
        await checkImages(repos, list.adverts);
        await write(repos, before, list.adverts);
        const after = await listOf(repos);
        const used = new Set(imagesOf(after));
        for (const imageId of imagesOf(before)) if (!used.has(imageId)) await repos.images.delete(imageId);
        await audit.write(repos, { actor: admin.email, action: 'adverts.update', subject: 'adverts', before, after });
        return after;
      });
    },

    /** Stores an image for an advert and returns its path. 422 if it is not a supported image, 502 if the image library fails. */
    async uploadImage(upload: Uint8Array): Promise<string> {
      const image = await images.prepare(upload);
      return work.inTransaction(async (repos) => {
        const imageId = await images.create(repos.images, image);
        await repos.adverts.insertImage(imageId);
        return imagePath(imageId);
      });
    },

    /** Deletes images that were uploaded more than a day ago and that no advert uses. */
    async sweepImages(): Promise<void> {
      await work.inTransaction(async (repos) => {
        await repos.adverts.lock();
        const unused = await repos.adverts.listUnused(isoTime(clock.now() - ADVERT_IMAGE_TTL));
        for (const imageId of unused) await repos.images.delete(imageId);
      });
    },
  };
}
