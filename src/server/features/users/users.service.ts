import type { ExportedProfile } from '#contract/export-file.ts';
import { imagePath } from '#contract/images.ts';
import type { Language } from '#contract/languages.ts';
import type { Order } from '#contract/orders.ts';
import type { ListedUser } from '#contract/users.admin.ts';
import type { User } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { UserId } from '../../authorized.ts';
import type { Caller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import { type Clock, isoTime } from '../../ports/clock.ts';
import { BASIC, limitOf, type TariffFacts, tariffInForce } from '../tariffs/tariffs.rules.ts';
import type { ListedUserRow } from './user-list.repo.ts';
import { piecesOf, type SearchedPerson, searchTextOf } from './user-search.rules.ts';
import type { UserSearch } from './user-search.service.ts';
import type { Credentials, ProfileChange, UserRow, UsersRepo } from './users.repo.ts';

export type { Credentials, UserRow } from './users.repo.ts';

export interface UserRepos {
  users: UsersRepo;
}

interface Deps {
  work: Work<UserRepos>;
  clock: Clock;
  search: UserSearch;
  /** The open order, or the one that paid for the current period. */
  findOrder: (user: UserRow) => Promise<Order | undefined>;
}

/** The query of an administrator's list: search text, page (from 1) and page size. */
export interface AdminListQuery {
  q: string;
  page: number;
  pageSize: number;
}

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  passwordHash: string;
  language: Language;
  timeZone?: string | undefined;
}

export type UsersService = ReturnType<typeof usersService>;

export function usersService({ work, clock, search, findOrder }: Deps) {
  /** 401 if the user was deleted after the access check. */
  async function own(caller: Caller): Promise<UserRow> {
    const row = await work.repos.users.find(caller.userId);
    if (!row) throw new AppError('api.401');
    return row;
  }

  return {
    /** The user's data, with the open order or the one that paid for the current period. */
    async get(caller: Caller): Promise<User> {
      const row = await own(caller);
      return toUser(row, await findOrder(row), clock.now());
    },

    /** What an export contains of the account itself, and the id of its photo. */
    async exportOf(caller: Caller): Promise<{ profile: ExportedProfile; imageId: string | null }> {
      const row = await own(caller);
      const { tariff, tariff_start_date, tariff_end_date } = periodOf(row, clock.now());
      return {
        profile: {
          email: row.email,
          firstName: row.first_name,
          lastName: row.last_name,
          phone: row.phone,
          currency: row.currency,
          language: row.language,
          timeZone: row.time_zone,
          tariff,
          tariffStart: tariff_start_date,
          tariffEnd: tariff_end_date,
          createdAt: row.created_at,
        },
        imageId: row.image_id,
      };
    },

    /** Ids of the users whom the administrators' search finds. */
    search: search.find,

    /** The tariff in force and the number of vehicles it allows (null means no limit). */
    async getTariff(caller: Caller): Promise<TariffFacts & { limit: number | null }> {
      const period = periodOf(await own(caller), clock.now());
      return { ...period, limit: limitOf(period.tariff) };
    },

    async isRegistered(repos: UserRepos, email: string): Promise<boolean> {
      return (await repos.users.findCredentials(email)) !== undefined;
    },

    async find(id: number): Promise<UserRow | undefined> {
      return work.repos.users.find(id);
    },

    async findCredentials(email: string): Promise<Credentials | undefined> {
      return work.repos.users.findCredentials(email);
    },

    create: (repos: UserRepos, user: NewUser): Promise<void> => createUser(repos, user, clock.now()),

    /** Changes a user whom the caller has locked. */
    async change(repos: UserRepos, { before, userId }: { before: UserRow; userId: UserId }, change: ProfileChange): Promise<void> {
      await repos.users.update(userId, change);
      const { first_name = before.first_name, last_name = before.last_name, phone = before.phone } = change;
      await storeSearchText(repos, { id: userId, email: before.email, first_name, last_name, phone });
    },
  };
}

/** Creates an account on basic, with prices in UAH (docs/product.md, Accounts). Throws a unique violation for an email that has one. */
export async function createUser(repos: UserRepos, user: NewUser, now: number): Promise<void> {
  const person = { first_name: user.firstName, last_name: user.lastName, email: user.email, phone: user.phone };
  const id = await repos.users.insert({
    ...person,
    password_hash: user.passwordHash,
    currency: 'UAH',
    language: user.language,
    ...(user.timeZone !== undefined && { time_zone: user.timeZone }),
    image_id: null,
    ...BASIC,
    created_at: isoTime(now),
  });
  await storeSearchText(repos, { id, ...person });
}

/** Lets the search find a user; runs in the transaction that stores the name, the email or the phone number. */
export async function storeSearchText({ users }: UserRepos, person: SearchedPerson & { id: number }): Promise<void> {
  const text = searchTextOf(person);
  if (!(await users.updateSearchText(person.id, text))) return;
  await users.deletePieces(person.id);
  await users.insertPieces(person.id, piecesOf(text));
}

/** The dates are null unless a paid period is running. */
function periodOf(facts: TariffFacts, now: number): TariffFacts {
  const tariff = tariffInForce(facts, now);
  return tariff === 'basic' ? BASIC : { tariff, tariff_start_date: facts.tariff_start_date, tariff_end_date: facts.tariff_end_date };
}

export const toListedUser = (row: ListedUserRow, now: number): ListedUser => ({
  user_id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  is_locked: row.locked_at !== null,
  ...periodOf(row, now),
});

function toUser(row: UserRow, order: Order | undefined, now: number): User {
  const period = periodOf(row, now);
  return {
    user_id: row.id,
    email: row.email,
    phone: row.phone,
    currency: row.currency,
    first_name: row.first_name,
    last_name: row.last_name,
    person_image: row.image_id === null ? null : imagePath(row.image_id),
    ...period,
    status: order?.status ?? (period.tariff === 'basic' ? null : 'completed'),
    tariff_change: order?.tariff_change ?? null,
    order_code: order?.order_code ?? null,
    amount_due: order?.amount_due ?? null,
    payment_months: order?.payment_months ?? null,
  };
}
