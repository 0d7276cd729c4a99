import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Overview } from '#contract/overview.ts';
import { keys } from '../api/keys.ts';
import { Notice } from '../ui/notice.tsx';

/** Says that emails are not delivered, if no mail server is set. The panel has loaded the overview before its tabs. */
export function MailNotice() {
  const { t } = useTranslation('admin');
  const loaded = useQueryClient().getQueriesData<{ data: Overview }>({ queryKey: keys.overview });
  const hasNoServer = loaded.some(([, answer]) => answer?.data.setup.includes('mail'));
  return hasNoServer && <Notice>{t('noMail')}</Notice>;
}
