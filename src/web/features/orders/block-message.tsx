import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { blockMessageQuery } from '../../api/payments.queries.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './payment-panel.module.css';

/** Shown instead of bank details and order form while payment is disabled; falls back to a default text. */
export function BlockMessage() {
  const { t } = useTranslation(['orders', 'shell']);
  const { data: message, isError, isFetching, refetch } = useQuery(blockMessageQuery(useLanguage()));
  if (message) return <Words>{message}</Words>;
  if (!isError || isFetching) return <Skeleton height={50} />;
  return (
    <Notice
      action={
        <Button look="quiet" size="small" onClick={() => void refetch()}>
          {t('shell:again')}
        </Button>
      }
    >
      {t('blocked.title')}
    </Notice>
  );
}

const Words = ({ children }: { children: string }) => (
  <Notice>
    <p className={styles.message}>{children}</p>
  </Notice>
);
