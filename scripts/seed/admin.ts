import { DAY } from '#contract/time.ts';
import type { VehicleType } from '#contract/vehicle-types.ts';
import type { Store } from '#server/db/store.ts';
import { type AdvertFields, advertsRepo } from '#server/features/adverts/adverts.repo.ts';
import { imagesRepo } from '#server/infra/images/images.repo.ts';
import { isoTime } from '#server/ports/clock.ts';
import { sharpImages } from '#server/ports/images.ts';
import { cryptoTokens } from '#server/ports/tokens.ts';
import { pictureOf } from './pictures.ts';

const now = Date.now();
/** Slightly more than 13 months. */
const DAYS = 400;

type DemoAdvert = Omit<AdvertFields, 'position' | 'image_id'> & { drawing?: VehicleType };

/** Adverts of fictitious companies. */
const ADVERTS: DemoAdvert[] = [
  {
    title_ua: 'Зимові шини з монтажем за годину',
    title_ru: 'Зимние шины с монтажом за час',
    title_en: 'Winter tyres, fitted within an hour',
    text_ua: 'Шиномонтаж «Коло», Київ. Запис на зручний час, старі шини зберігаємо до весни.',
    text_ru: 'Шиномонтаж «Коло», Киев. Запись на удобное время, старые шины храним до весны.',
    text_en: 'Kolo tyre service, Kyiv. Book a time that suits you; we keep your summer set until spring.',
    drawing: 'car',
  },
  {
    title_ua: 'Місце для човна на зиму',
    title_ru: 'Место для лодки на зиму',
    title_en: 'A place for your boat in winter',
    text_ua: 'Сухий ангар біля Дніпра, консервація двигуна й огляд перед сезоном.',
    text_ru: 'Сухой ангар у Днепра, консервация двигателя и осмотр перед сезоном.',
    text_en: 'A dry hangar by the Dnipro, engine winterising and a check before the season.',
    drawing: 'boat',
  },
  {
    title_ua: 'Обслуговування велосипедів',
    title_ru: 'Обслуживание велосипедов',
    title_en: 'Bicycle servicing',
    text_ua: 'Майстерня «Спиця»: ланцюг, гальма й колеса за один день.',
    text_ru: 'Мастерская «Спица»: цепь, тормоза и колёса за один день.',
    text_en: 'The Spoke workshop: chain, brakes and wheels within a day.',
  },
];

export async function seedAdverts(store: Store): Promise<void> {
  for (const [position, { drawing, ...texts }] of ADVERTS.entries()) {
    const image = drawing && (await sharpImages().encode(await pictureOf(drawing, position)));
    await store.transaction(async (tx) => {
      const imageId = image ? cryptoTokens.newId() : null;
      if (image && imageId) {
        await imagesRepo(tx).insert({ id: imageId, ...image, createdAt: isoTime(now) });
        await advertsRepo(tx).insertImage(imageId);
      }
      await advertsRepo(tx).insert({ ...texts, position, image_id: imageId });
    });
  }
}

/** Visits of a day: slow growth, fewer visits at weekends and in winter, and some variation from day to day. */
function visitsOf(day: number): number {
  const date = new Date(now - day * DAY);
  const grown = 18 + (DAYS - day) / 8;
  const season = 1 - 0.25 * Math.cos(((date.getUTCMonth() + 0.5) / 12) * 2 * Math.PI);
  const weekend = date.getUTCDay() % 6 === 0 ? 0.6 : 1;
  const chance = 0.85 + 0.3 * ((Math.sin(day * 12.9898) * 43_758.5453) % 1) ** 2;
  return Math.round(grown * season * weekend * chance);
}

export async function seedVisits({ db }: Store): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, day) => ({
    visit_date: isoTime(now - day * DAY).slice(0, 10),
    visit_count: visitsOf(day),
  }));
  await db.insertInto('visits').values(days).execute();
}
