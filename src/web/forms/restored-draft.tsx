import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useTakenDraft, writeDraft } from './drafts.ts';

interface RestoredDraftProps {
  draftKey: string;
  /** Resets the form. */
  onDiscard: () => void;
}

/** Says that the form has begun with the unsaved input of a closed tab, which can be discarded. Uses the namespace `forms`. */
export function RestoredDraft({ draftKey, onDiscard }: RestoredDraftProps) {
  const { t } = useTranslation('forms');
  const { moment } = useFormat();
  const at = useTakenDraft(draftKey);
  if (at === undefined) return null;
  function discard() {
    writeDraft(draftKey, undefined);
    onDiscard();
  }
  return (
    <Notice
      tone="info"
      action={
        <Button look="quiet" size="small" onClick={discard}>
          {t('restored.discard')}
        </Button>
      }
    >
      {t('restored.text', { when: moment(new Date(at).toISOString()) })}
    </Notice>
  );
}
