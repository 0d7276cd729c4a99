import type { Language } from '#contract/languages.ts';
import type { Tariff } from '#contract/tariffs.ts';
import type { NewMail } from '../../infra/mails/mails.service.ts';
import { dayText, tariffName } from '../../texts.ts';
import type { UserRow } from '../users/users.service.ts';

interface NamedPeriod {
  tariff: Tariff;
  tariff_end_date?: string | null;
}

type Recipient = Pick<UserRow, 'email' | 'language'>;

/** The name of a tariff and the end date of its period, in the recipient's language. */
export const tariffMailValues = (language: Language, { tariff, tariff_end_date: end }: NamedPeriod): Record<string, string> => ({
  tariff: tariffName(language, tariff),
  ...(end ? { end: dayText(language, end) } : {}),
});

const periodMail =
  (kind: 'tariffActivated' | 'tariffEnds' | 'tariffEnded' | 'tariffStopped' | 'tariffShortened') =>
  ({ email, language }: Recipient, period: NamedPeriod): NewMail => ({
    kind,
    to: email,
    language,
    values: tariffMailValues(language, period),
  });

export const tariffActivatedMail = periodMail('tariffActivated');
export const tariffEndsMail = periodMail('tariffEnds');
export const tariffEndedMail = periodMail('tariffEnded');
/** An administrator ended the period early. */
export const tariffStoppedMail = periodMail('tariffStopped');
/** An administrator deleted the order that paid for the beginning of the period; the months after it have begun. */
export const tariffShortenedMail = periodMail('tariffShortened');
