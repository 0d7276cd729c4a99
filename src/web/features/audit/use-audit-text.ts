import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { isOrderCode, shownOrderCode } from '#contract/order-code.ts';
import { dynamicText } from '../../i18n/dynamic-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Change } from './audit-changes.ts';

const DATES = new Set(['tariff_start_date', 'tariff_end_date']);
const MONEY = new Set(['price', 'amount_due']);
const TARIFFS = new Set(['tariff', 'tariff_change']);
const CARD = 'card';

/** The trail in the words of the language shown; what it does not know is shown as it is kept. */
export function useAuditText() {
  const { t, i18n } = useTranslation(['adminReports', 'tariffs']);
  const { day, money } = useFormat();
  const textOr = (fallback: string, key: string): string => dynamicText(i18n, 'adminReports', key) ?? fallback;
  const tariffOr = (fallback: string, tariff: string): string => dynamicText(i18n, 'tariffs', `names.${tariff}`) ?? fallback;

  /** «order D4F79LQ2» is its action’s own: only what comes after the first word is a name. */
  const nameIn = (subject: string): string => {
    const name = subject.slice(subject.indexOf(' ') + 1);
    if (isOrderCode(name)) return shownOrderCode(name);
    return textOr(name, `audit.inLanguage.${name}`);
  };
  return {
    action: ({ action, subject }: AuditEntry): string =>
      dynamicText(i18n, 'adminReports', `audit.actions.${action}`, { name: nameIn(subject) }) ?? `${action}: ${subject}`,
    actor: (actor: string): string => (actor === CARD ? t('audit.card') : actor),
    field: ({ field, item }: Change): string => {
      const name = textOr(field, `audit.fields.${field}`);
      return item === undefined ? name : `${tariffOr(item, item)}, ${name}`;
    },
    /** undefined for nothing. */
    value: (field: string, value: Change['before']): string | undefined => {
      if (value === null) return undefined;
      if (MONEY.has(field) && typeof value === 'number') return money(value, 'USD');
      if (field === 'cents' && typeof value === 'number') return money(value / 100, 'USD');
      if (DATES.has(field)) return day(String(value));
      if (TARIFFS.has(field)) return tariffOr(String(value), String(value));
      if (field === 'image') return t('audit.image');
      return textOr(String(value), `audit.values.${field}.${value}`);
    },
  };
}
