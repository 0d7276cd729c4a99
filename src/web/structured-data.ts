import type { TFunction } from 'i18next';
import { HTML_LANGUAGE, LANGUAGES } from '#contract/languages.ts';
import type { Price } from '#contract/prices.ts';
import type { Boot } from './boot.ts';
import { addressIn, type Head } from './head.ts';
import { paths } from './paths.ts';
import { ICONS, SHARE_PICTURES } from './site/pictures.ts';

type Entry = Record<string, unknown>;
type Site = Pick<Boot, 'origin' | 'language' | 'data'>;

/** UN/CEFACT code of a month. */
const MONTH = 'MON';

function offerOf({ tariff, price }: Price, { data, origin, language }: Site, t: TFunction): Entry {
  const isAvailable = tariff === 'basic' || data.isPaymentActive;
  return {
    '@type': 'Offer',
    name: t(`tariffs:names.${tariff}`),
    description: t(`home:cardInfoPay.${tariff}`),
    url: addressIn(language, origin + paths.home),
    price,
    priceCurrency: 'USD',
    priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'USD', unitCode: MONTH },
    ...(isAvailable !== undefined && { availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}` }),
  };
}

function homeEntries(site: Site, head: Head, t: TFunction): Entry[] {
  const { origin, language, data } = site;
  const organization = `${origin}/#organization`;
  return [
    {
      '@type': 'Organization',
      '@id': organization,
      name: 'Carnet',
      url: `${origin}/`,
      logo: origin + ICONS[512],
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        url: addressIn(language, origin + paths.contact),
        availableLanguage: LANGUAGES.map((each) => HTML_LANGUAGE[each]),
      },
    },
    {
      '@type': 'SoftwareApplication',
      '@id': `${origin}/#application`,
      name: 'Carnet',
      description: head.description,
      url: head.canonical,
      image: origin + SHARE_PICTURES[language],
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any',
      inLanguage: LANGUAGES.map((each) => HTML_LANGUAGE[each]),
      publisher: { '@id': organization },
      ...(data.prices && { offers: data.prices.map((price) => offerOf(price, site, t)) }),
    },
  ];
}

function breadcrumbs({ origin, language }: Site, head: Head, t: TFunction): Entry {
  const steps = [
    { name: t('shell:nav.home'), item: addressIn(language, origin + paths.home) },
    { name: head.title.replace(/ · Carnet$/, ''), item: head.canonical },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

/** What search engines show of a public page (schema.org), as JSON-LD: the application with its prices on the home page, otherwise the path. */
export function structuredDataOf(path: string, site: Site, head: Head, t: TFunction): Entry | undefined {
  if (!head.isIndexed) return undefined;
  const entries = path === paths.home ? homeEntries(site, head, t) : [breadcrumbs(site, head, t)];
  return { '@context': 'https://schema.org', '@graph': entries };
}
