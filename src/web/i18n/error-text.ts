import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** The namespace of error keys; pages that show errors name it in routes.tsx. */
const ERRORS = 'errors';

/** Text of a key of the error catalogue; of an unknown key the server's own message, else that of carsApi.unknownError. */
export type ErrorText = (code: string, serverMessage?: string) => string;

const errorText =
  (t: TFunction, exists: (key: string) => boolean): ErrorText =>
  (code, serverMessage) => {
    if (code.startsWith('client.')) return t(code, { ns: 'shell' });
    if (exists(code)) return t(code, { ns: ERRORS });
    return serverMessage || t('carsApi.unknownError', { ns: ERRORS });
  };

export function useErrorText(): ErrorText {
  const { t, i18n } = useTranslation([ERRORS, 'shell']);
  return errorText(t, (key) => i18n.exists(key, { ns: ERRORS }));
}
