import { useTranslation } from 'react-i18next';
import { PHONE, useIsBelow } from '../../../ui/use-is-below.ts';
import type { NewFormProps } from '../kind-parts.ts';

interface Folded extends Pick<NewFormProps, 'onFold'> {
  isDirty: boolean;
  /** Whether something was saved in this form. */
  isSaved: boolean;
  discard: () => void;
}

/** The second button of a form for a new entry, on phones: it discards what is typed and folds the form. */
export function useFolding({ onFold, isDirty, isSaved, discard }: Folded): { text: string; run: () => void } | undefined {
  const { t } = useTranslation('records');
  const isPhone = useIsBelow(PHONE);
  if (!isPhone || !onFold) return undefined;
  return {
    text: t(isSaved && !isDirty ? 'form.done' : 'form.cancel'),
    run: () => {
      if (isDirty) discard();
      onFold();
    },
  };
}
