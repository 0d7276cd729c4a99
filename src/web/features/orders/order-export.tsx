import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportOrders } from '#contract/orders.admin.ts';
import { dayRange } from '../../admin/day-range.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useDownload } from '../../forms/use-download.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { showToast } from '../../ui/toast.ts';
import { type OrderChoice, orderSumsQuery } from './admin-orders.queries.ts';

/** Opens a dialog that downloads the chosen orders as CSV. */
export function OrderExport({ choice }: { choice: OrderChoice }) {
  const { t } = useTranslation('adminLists');
  const [isOpen, setOpen] = useState(false);
  const download = useDownload(exportOrders.file, { isAdmin: true });

  function close() {
    download.cancel();
    setOpen(false);
  }
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('orders.export.button')}
      </Button>
      <Dialog isOpen={isOpen} title={t('orders.export.title')} isGuarded={download.isRunning} onClose={close}>
        {isOpen && <ExportForm choice={choice} download={download} onDone={() => setOpen(false)} onClose={close} />}
      </Dialog>
    </>
  );
}

interface ExportFormProps {
  choice: OrderChoice;
  download: ReturnType<typeof useDownload>;
  onDone: () => void;
  onClose: () => void;
}

function ExportForm({ choice, download, onDone, onClose }: ExportFormProps) {
  const { t } = useTranslation('adminLists');
  const { money, number } = useFormat();
  const { isRunning, failure, start, cancel } = download;
  const { data: sums, error, refetch } = useQuery(orderSumsQuery(choice));

  async function save() {
    const { status, from, to } = choice;
    if (!(await start((signal) => call(exportOrders, { query: { status, ...dayRange(from, to) }, signal })))) return;
    showToast({ text: t('orders.export.done') });
    onDone();
  }
  return (
    <>
      <p>{t('orders.export.lead')}</p>
      <Facts>
        <Fact label={t('orders.export.filter')}>{t(`orders.filters.${choice.status}`)}</Fact>
        <Fact label={t('orders.export.period')}>
          <Period {...choice} />
        </Fact>
        <Fact label={t('orders.export.count')}>{sums ? number(sums.count) : '…'}</Fact>
        <Fact label={t('orders.export.sum')}>{sums ? money(sums.amount_due, 'USD') : '…'}</Fact>
      </Facts>
      {error && !sums && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {sums?.count === 0 && <p>{t('orders.export.none')}</p>}
      <FailureNotice failure={failure} />
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={isRunning ? cancel : onClose}>
          {t(isRunning ? 'orders.export.cancel' : 'orders.export.close')}
        </Button>
        <Button isBusy={isRunning} busyText={t('orders.export.busy')} disabled={!sums || sums.count === 0} onClick={() => void save()}>
          {t('orders.export.start')}
        </Button>
      </div>
    </>
  );
}

function Period({ from, to }: OrderChoice) {
  const { t } = useTranslation('adminLists');
  const { day } = useFormat();
  if (from && to) return t('orders.export.range', { from: day(from), to: day(to) });
  if (from) return t('orders.export.from', { from: day(from) });
  return to ? t('orders.export.to', { to: day(to) }) : t('orders.export.always');
}
