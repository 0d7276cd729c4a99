import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { AdvertDraft } from './advert-drafts.ts';

interface RemoveAdvertProps {
  /** undefined while the dialog is closed. */
  draft: AdvertDraft | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Removes the advert from the edited list; visitors see the change once the list is saved. */
export function RemoveAdvert({ draft, onConfirm, onClose }: RemoveAdvertProps) {
  const { t } = useTranslation('adminSettings');
  const language = useLanguage();
  const title = draft?.[`title_${language}`];
  return (
    <ConfirmDialog
      isOpen={draft !== undefined}
      title={title ? t('adverts.remove.title', { title }) : t('adverts.remove.untitled')}
      confirmText={t('adverts.remove.confirm')}
      cancelText={t('adverts.remove.keep')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('adverts.remove.text')}
    </ConfirmDialog>
  );
}
