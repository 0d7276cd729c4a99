import type { i18n as I18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dynamicText } from './dynamic-text.ts';

/** The namespace of error keys; pages that show errors list it in routes.tsx. */
const ERRORS = 'errors';

/** Returns the text of an error code; for an unknown code, the server's message or the text of carsApi.unknownError. */
export type ErrorText = (code: string, serverMessage?: string) => string;

const errorText =
  (i18n: I18n): ErrorText =>
  (code, serverMessage) =>
    dynamicText(i18n, code.startsWith('client.') ? 'shell' : ERRORS, code) ||
    serverMessage ||
    i18n.t('carsApi.unknownError', { ns: ERRORS });

export function useErrorText(): ErrorText {
  const { i18n } = useTranslation([ERRORS, 'shell']);
  return errorText(i18n);
}
