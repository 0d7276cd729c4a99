import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Advert, getAllAdverts } from '#contract/adverts.admin.ts';
import { ADVERTS_MAX } from '#contract/limits.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { call } from '../../api/call.ts';
import { unwrap } from '../../api/call-error.ts';
import { keys } from '../../api/keys.ts';
import { useReported } from '../../forms/use-reported.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { focusOn } from '../../ui/focus-on.ts';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AdvertItem } from './advert-item.tsx';
import styles from './adverts.module.css';
import { RemoveAdvert } from './remove-advert.tsx';
import { useAdvertsForm } from './use-adverts-form.ts';

/** The adverts of the banner: their order, texts in three languages and images. */
export function AdvertsTab({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const query = useQuery({
    queryKey: keys.adminAdverts,
    queryFn: async ({ signal }) => (await unwrap(call(getAllAdverts, { signal }))).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <AdminTab title={t('adverts.title')} lead={t('adverts.lead')} query={query} skeleton={{ height: 112, count: 3 }}>
      {(adverts) => <AdvertList loaded={adverts} onDirty={onDirty} />}
    </AdminTab>
  );
}

function AdvertList({ loaded, onDirty }: { loaded: Advert[]; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  const errorText = useErrorText();
  const adverts = useAdvertsForm(loaded);
  const { form, ready, isDirty, failure, isOutdated } = adverts;
  useReported(isDirty, onDirty);
  const drafts = form.values.adverts;
  const hasChoice = isDirty || ready.isPreparing || drafts.length > 0;
  const [removed, setRemoved] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string>(undefined);

  // After rendering, focus the row that was moved or added.
  useEffect(() => {
    if (focused.current) focusOn(focused.current);
    focused.current = undefined;
  });
  function move(from: number, to: number) {
    form.reorderListItem('adverts', { from, to });
    // The pressed button, or the opposite one at the end of the list, where it is disabled.
    const way = to === 0 ? 'down' : to === drafts.length - 1 ? 'up' : to < from ? 'up' : 'down';
    focused.current = `${drafts[from]?.key}-${way}`;
    setAnnouncement(t('adverts.place', { place: to + 1, count: drafts.length }));
  }
  const add = () => {
    focused.current = `${adverts.add()}-title`;
  };
  function remove() {
    if (removed === undefined) return;
    form.removeListItem('adverts', removed);
    focused.current = 'adverts-add';
    setRemoved(undefined);
  }

  return (
    <form ref={ready.form} noValidate onSubmit={ready.submitWhenReady(form.onSubmit(adverts.save, adverts.showErrors))}>
      {failure && (
        <div className={styles.failure}>
          <Notice
            tone="failure"
            action={
              isOutdated && (
                <Button look="quiet" size="small" onClick={() => void adverts.merge()}>
                  {t('adverts.merge')}
                </Button>
              )
            }
          >
            {errorText(failure.code, failure.message)}
          </Notice>
        </div>
      )}
      {drafts.length === 0 ? (
        <EmptyState title={t('adverts.empty.title')} text={t('adverts.empty.text')} />
      ) : (
        <Sheet isBare>
          <ol>
            {drafts.map((draft, index) => (
              <AdvertItem
                key={draft.key}
                adverts={adverts}
                index={index}
                onMove={(to) => move(index, to)}
                onRemove={() => setRemoved(index)}
              />
            ))}
          </ol>
        </Sheet>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div className={`form-buttons ${styles.buttons}`}>
        {hasChoice && (
          <Button
            type="submit"
            isBusy={adverts.isSending || ready.isWaiting}
            busyText={t(ready.isWaiting ? 'adverts.preparing' : 'saving')}
          >
            {t('adverts.save')}
          </Button>
        )}
        <Button id="adverts-add" look={hasChoice ? 'quiet' : 'filled'} icon="plus" disabled={drafts.length >= ADVERTS_MAX} onClick={add}>
          {t('adverts.add')}
        </Button>
        {isDirty && <span className={styles.unsaved}>{t('adverts.unsaved')}</span>}
      </div>
      <RemoveAdvert draft={removed === undefined ? undefined : drafts[removed]} onConfirm={remove} onClose={() => setRemoved(undefined)} />
    </form>
  );
}
