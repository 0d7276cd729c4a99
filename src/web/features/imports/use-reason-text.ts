import { useTranslation } from 'react-i18next';
import type { RefusedRow } from '#contract/imports.ts';
import { dynamicText } from '../../i18n/dynamic-text.ts';
import { useErrorText } from '../../i18n/error-text.ts';

/** The text of a reason, with the name of the field that it is about. */
export function useReasonText(): (reason: RefusedRow['reason']) => string {
  const { i18n } = useTranslation('imports');
  const errorText = useErrorText();
  return ({ code, field }) => {
    const name = field && dynamicText(i18n, 'imports', `fields.${field}`);
    return name ? `${name}: ${errorText(code)}` : errorText(code);
  };
}
