import type { Language } from '#contract/languages.ts';
import type { Seller } from '#contract/seller.ts';
import type { AdminCaller } from '../../caller.ts';
import type { Work } from '../../db/work.ts';
import type { AuditRepos, AuditService } from '../../infra/audit/audit.service.ts';
import { assertSeen } from '../../infra/seen.rules.ts';
import type { Clock } from '../../ports/clock.ts';
import { mailText } from '../../texts.ts';
import { assertRecentLogin } from '../admins/recent-login.rules.ts';
import type { AnnouncementRepos, PaymentAnnouncements } from './payment-announcements.service.ts';
import { sellerRows } from './payments.mails.ts';
import type { SellerRepo } from './seller.repo.ts';

export interface SellerRepos {
  seller: SellerRepo;
}

interface Deps {
  work: Work<SellerRepos & AuditRepos & AnnouncementRepos>;
  audit: AuditService;
  announcements: PaymentAnnouncements;
  clock: Clock;
}

interface SellerChange {
  data: Seller;
  seen?: Seller | undefined;
}

export type SellerService = ReturnType<typeof sellerService>;

/** Who provides the site and sells the tariffs. */
export const sellerService = ({ work, audit, announcements, clock }: Deps) => ({
  get: (): Promise<Seller> => work.repos.seller.find(),

  /** The line about the seller at the end of emails about orders; undefined until an administrator has given the data. */
  async lineFor({ seller }: SellerRepos, language: Language): Promise<string | undefined> {
    const { [`name_${language}` as const]: name, [`address_${language}` as const]: address, ...given } = await seller.find();
    if (name === '') return undefined;
    const number = mailText(language, 'taxNumber', { number: given.tax_number });
    return mailText(language, 'seller', {
      seller: [name, number, address, given.contact_email, given.phone].filter((part) => part !== '').join(', '),
    });
  },

  /** 401 if the login is too old, 409 if the stored data is not what the administrator saw. */
  async update(admin: AdminCaller, { data, seen }: SellerChange): Promise<Seller> {
    assertRecentLogin(admin, clock.now());
    await work.inTransaction(async (repos) => {
      const before = await repos.seller.lock();
      assertSeen(before, seen);
      await repos.seller.update(data);
      await audit.write(repos, { actor: admin.email, action: 'seller.update', subject: 'seller', before, after: data });
      await announcements.announce(repos, admin, () => sellerRows(before, data));
    });
    return data;
  },
});
