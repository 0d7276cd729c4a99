import type { Advert, AdvertInput } from '#contract/adverts.admin.ts';
import type { ShownAdvert } from '#contract/adverts.ts';
import { imageIdOf, imagePath } from '#contract/images.ts';
import type { Language } from '#contract/languages.ts';
import { ADVERT_IMAGE_TTL } from '#contract/limits.ts';
import { AppError } from '../../app-error.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import type { ImageStore, ImagesService } from '../../infra/images/images.service.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import type { AdvertRow, AdvertsRepo } from './adverts.repo.ts';

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

export interface AdvertList {
  adverts: readonly AdvertInput[];
  /** Ids that the administrator saw; undefined when nobody cares. */
  seen: readonly number[] | undefined;
}

export type AdvertsService = ReturnType<typeof advertsService>;

const SHOWN: Record<Language, (advert: Advert) => ShownAdvert> = {
  ua: ({ title_ua, text_ua, image }) => ({ title_ua, text_ua, image }),
  ru: ({ title_ru, text_ru, image }) => ({ title_ru, text_ru, image }),
  en: ({ title_en, text_en, image }) => ({ title_en, text_en, image }),
};

const toAdvert = ({ image_id, ...texts }: AdvertRow): Advert => ({ ...texts, image: image_id === null ? null : imagePath(image_id) });

const imagesOf = (adverts: readonly { image: string | null }[]): string[] => [
  ...new Set(adverts.flatMap(({ image }) => (image === null ? [] : [imageIdOf(image)]))),
];

export function advertsService({ work, images, audit, clock }: Deps) {
  const listOf = async ({ adverts }: AdvertRepos): Promise<Advert[]> => (await adverts.list()).map(toAdvert);

  /** 409 when the list has others by now than the administrator saw; nobody's adverts go unseen. */
  function checkSeen(before: readonly Advert[], { adverts, seen }: AdvertList): void {
    const known = new Set(before.map(({ id }) => id));
    const isGone = adverts.some(({ id }) => id !== undefined && !known.has(id));
    const isOther = seen !== undefined && (seen.length !== known.size || seen.some((id) => !known.has(id)));
    if (isGone || isOther) throw new AppError('advertisingApi.update.409');
  }

  /** 400 for an image that was not uploaded for adverts, or is swept by now. */
  async function checkImages({ adverts: repo }: AdvertRepos, adverts: readonly AdvertInput[]): Promise<void> {
    const known = new Set(await repo.findImages(imagesOf(adverts)));
    const fields = adverts.flatMap(({ image }, index) =>
      image === null || known.has(imageIdOf(image)) ? [] : [{ field: `${index}.image`, code: 'validation.image.unknown' }],
    );
    if (fields.length > 0) throw new AppError('advertisingApi.update.400', { fields });
  }

  async function write({ adverts: repo }: AdvertRepos, before: readonly Advert[], adverts: readonly AdvertInput[]): Promise<void> {
    const kept = new Set(adverts.map(({ id }) => id));
    for (const { id } of before) if (!kept.has(id)) await repo.delete(id);
    for (const [position, { id, image, ...texts }] of adverts.entries()) {
      const row = { ...texts, position, image_id: image === null ? null : imageIdOf(image) };
      await (id === undefined ? repo.insert(row) : repo.update(id, row));
    }
    await repo.updateChangedAt(isoTime(clock.now()));
  }

  return {
    /** 404 when there are none (specification 8). */
    async list(language: Language): Promise<ShownAdvert[]> {
      const adverts = await listOf(work.repos);
      if (adverts.length === 0) throw new AppError('advertisingApi.404');
      return adverts.map(SHOWN[language]);
    },

    hasAny: (): Promise<boolean> => work.repos.adverts.hasAny(),

    listAll: (): Promise<Advert[]> => listOf(work.repos),

    /** Takes the place of the whole list, in its order; images that no advert uses any more go with it. */
    async update(admin: AdminCaller, list: AdvertList): Promise<Advert[]> {
      return work.inTransaction(async (repos) => {
        await repos.adverts.lock();
        const before = await listOf(repos);
        checkSeen(before, list);
        await checkImages(repos, list.adverts);
        await write(repos, before, list.adverts);
        const after = await listOf(repos);
        const used = new Set(imagesOf(after));
        for (const imageId of imagesOf(before)) if (!used.has(imageId)) await repos.images.delete(imageId);
        await audit.write(repos, { actor: admin.email, action: 'adverts.update', subject: 'adverts', before, after });
        return after;
      });
    },

    /** Keeps an image until an advert takes it; the answer is its path. 422 for what is no picture, 502 when the library fails. */
    async uploadImage(upload: Uint8Array): Promise<string> {
      const image = await images.encode(upload);
      return work.inTransaction(async (repos) => {
        const imageId = await images.create(repos.images, image);
        await repos.adverts.insertImage(imageId);
        return imagePath(imageId);
      });
    },

    /** Deletes images that were uploaded a day ago and that no advert took. */
    async sweepImages(): Promise<void> {
      await work.inTransaction(async (repos) => {
        await repos.adverts.lock();
        const unused = await repos.adverts.listUnused(isoTime(clock.now() - ADVERT_IMAGE_TTL));
        for (const imageId of unused) await repos.images.delete(imageId);
      });
    },
  };
}
