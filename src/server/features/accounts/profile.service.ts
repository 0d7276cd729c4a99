import type { Currency, CurrencyChange } from '#contract/tariffs.ts';
import type { User } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { ImageStore, ImagesService } from '../../infra/images/images.service.ts';
import { assertOwnSeen } from '../../infra/seen.rules.ts';
import { readPhone } from '../../ports/phones.ts';
import type { CurrenciesRepo } from '../entries/currencies.service.ts';
import type { UserRepos, UsersService } from '../users/users.service.ts';

interface ProfileRepos extends UserRepos {
  images: ImageStore;
  currencies: CurrenciesRepo;
}

interface Deps {
  work: Work<ProfileRepos>;
  users: Pick<UsersService, 'get' | 'change'>;
  images: ImagesService;
}

export interface ProfileForm {
  firstName: string;
  lastName: string;
  /** As typed; an empty string removes it. */
  phone?: string | undefined;
  currency?: Currency | undefined;
  currencyChange?: CurrencyChange | undefined;
  /** `true` removes the photo unless a new one is sent. */
  removeImage?: 'true' | 'false' | undefined;
  /** Fields as they were shown to the caller. */
  seen?:
    | { firstName?: string | undefined; lastName?: string | undefined; phone?: string | undefined; currency?: string | undefined }
    | undefined;
}

export type ProfileService = ReturnType<typeof profileService>;

export const profileService = ({ work, users, images }: Deps) => ({
  /**
   * Updates the sent fields and keeps the others. A new photo replaces the old one, which is deleted. 400 for an invalid phone, 404 if
   * the account is deleted in the meantime, 409 if other values are stored than the caller has seen.
   */
  async change(caller: Caller, form: ProfileForm, upload: Uint8Array | undefined): Promise<User> {
    const { firstName, lastName, phone, currency, currencyChange, removeImage, seen } = form;
    const contact = phone === undefined ? {} : { phone: await readPhone(phone, 'api.changeProfile.400') };
    const image = upload && (await images.prepare(upload));
    const isImageChanged = image !== undefined || removeImage === 'true';
    await work.inTransaction(async (repos) => {
      const before = await repos.users.lock(caller.userId);
      if (!before) throw new AppError('api.user.404');
      const stored = { firstName: before.first_name, lastName: before.last_name, phone: before.phone ?? '', currency: before.currency };
      assertOwnSeen<Record<keyof typeof stored, string | undefined>>(stored, seen, {
        firstName,
        lastName,
        phone: contact.phone ?? '',
        currency,
      });
      const change = {
        first_name: firstName,
        last_name: lastName,
        ...contact,
        ...(currency ? { currency } : {}),
        ...(isImageChanged ? { image_id: image ? await images.create(repos.images, image) : null } : {}),
      };
      if (currency && currency !== before.currency && currencyChange !== 'fromNow')
        await repos.currencies.relabel(caller.userId, before.currency, currency);
      await users.change(repos, { before, userId: caller.userId }, change);
      if (isImageChanged && before.image_id !== null) await repos.images.delete(before.image_id);
    });
    return users.get(caller);
  },
});
