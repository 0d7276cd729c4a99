import type { Seller } from '#contract/seller.ts';

/** The legal data of a seller. */
export const sellerBody = (overrides: Partial<Seller> = {}): Seller => ({
  ...{ name_ua: 'ФОП Коваль Олена Петрівна', name_ru: 'ФЛП Коваль Елена Петровна', name_en: 'Olena Koval, sole trader' },
  ...{ address_ua: 'Київ, вул. Хрещатик, 1', address_ru: 'Киев, ул. Крещатик, 1', address_en: '1 Khreshchatyk St, Kyiv' },
  ...{ tax_number: '1234567890', contact_email: 'koval@example.com', phone: '+380 44 123 45 67' },
  ...overrides,
});
