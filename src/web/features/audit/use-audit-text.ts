import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import { fromCents } from '#contract/money.ts';
import { formatOrderCode, isOrderCode } from '#contract/order-code.ts';
import { dynamicText } from '../../i18n/dynamic-text.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { Change } from './audit-changes.ts';

const DATES = new Set(['tariff_start_date', 'tariff_end_date', 'shown_from', 'shown_until', 'from', 'to']);
const MONEY = new Set(['price', 'amount_due']);
const TARIFFS = new Set(['tariff', 'tariff_change']);
/** Actors that are not administrators. */
const OTHER_ACTORS = new Map<string, 'audit.auto' | 'audit.card' | 'audit.command' | 'audit.settings'>([
  ['auto', 'audit.auto'],
  ['card', 'audit.card'],
  ['command', 'audit.command'],
  ['settings', 'audit.settings'],
]);

/** Describes audit entries in the current language; unknown keys are shown as stored. */
export function useAuditText() {
  const { t, i18n } = useTranslation(['adminReports', 'tariffs']);
  const { day, money } = useFormat();
  const textOf = (key: string, fallback: string): string => dynamicText(i18n, 'adminReports', key) ?? fallback;
  const tariffName = (tariff: string): string => dynamicText(i18n, 'tariffs', `names.${tariff}`) ?? tariff;

  /** The subject is a type and a name, such as "order D4F79LQ2"; the action's text already names the type. */
  const nameIn = (subject: string): string => {
    const name = subject.slice(subject.indexOf(' ') + 1);
    if (isOrderCode(name)) return formatOrderCode(name);
    return textOf(`audit.inLanguage.${name}`, name);
  };
  return {
    action: ({ action, subject }: AuditEntry): string =>
      dynamicText(i18n, 'adminReports', `audit.actions.${action}`, { name: nameIn(subject) }) ?? `${action}: ${subject}`,
    actor: (actor: string): string => {
      const key = OTHER_ACTORS.get(actor);
      return key ? t(key) : actor;
    },
    field: ({ field, item }: Change): string => {
      const name = textOf(`audit.fields.${field}`, field);
      return item === undefined ? name : `${tariffName(item)}, ${name}`;
    },
    /** undefined for a null value. */
    value: (field: string, value: Change['before']): string | undefined => {
      if (value === null) return undefined;
      if (MONEY.has(field) && typeof value === 'number') return money(value, 'USD');
      if (field === 'cents' && typeof value === 'number') return money(fromCents(value), 'USD');
      if (DATES.has(field)) return day(String(value));
      if (TARIFFS.has(field)) return tariffName(String(value));
      if (field === 'image') return t('audit.image');
      if (field === 'mail_kind') return textOf(`mails.kinds.${value}`, String(value));
      return textOf(`audit.values.${field}.${value}`, String(value));
    },
  };
}
