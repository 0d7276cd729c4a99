import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { HTML_LANGUAGE } from '#contract/languages.ts';
import { type Message, removeMessage, updateMessage } from '#contract/messages.ts';
import { isOrderCode, normalizeOrderCode } from '#contract/order-code.ts';
import { ordersPath } from '../../admin/admin-paths.ts';
import { AdminTab } from '../../admin/admin-tab.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { call } from '../../api/call.ts';
import { FailureNotice } from '../../forms/failure-notice.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { showToast } from '../../ui/toast.ts';
import { MessageFacts } from './message-facts.tsx';
import styles from './messages.module.css';
import { messageQuery, useMessageCache } from './messages.queries.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReplyList } from './reply-list.tsx';

interface MessageViewProps {
  messageId: number;
  onDirty: (isDirty: boolean) => void;
}

/** One message: its sender and text, the replies, and the form for another reply. */
export function MessageView({ messageId, onDirty }: MessageViewProps) {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(messageQuery(messageId));
  const message = query.data?.data;

  useEffect(() => heading.current?.focus(), []);

  return (
    <AdminTab
      title={message ? `${message.first_name} ${message.last_name}` : t('messages.text')}
      headingRef={heading}
      controls={
        <ButtonLink look="quiet" size="small" icon="back" to={address.searchWith({ message: undefined })}>
          {t('messages.back')}
        </ButtonLink>
      }
      query={query}
      skeleton={{ height: 420 }}
      showsRefetchError
    >
      {({ data }) => (
        <div className={styles.view}>
          <Sheet className={styles.message}>
            <MessageFacts message={data} />
            <p className={styles.text} lang={HTML_LANGUAGE[data.language]}>
              <TextWithCodes text={data.text} />
            </p>
            <div className={styles.buttons}>
              <MarkButton message={data} />
              <RemoveButton message={data} />
            </div>
          </Sheet>
          {data.replies.length > 0 && <ReplyList message={data} />}
          <ReplyForm message={data} onDirty={onDirty} />
        </div>
      )}
    </AdminTab>
  );
}

/** Groups of four with or without a space or hyphen; which of them are codes is decided by their check character. */
const MAYBE_CODE = /([2-9DFJLNQRUW]{4}[ -]?[2-9DFJLNQRUW]{4})(?![\p{L}\d])/iu;

/** The text, in which the codes of orders lead to them. */
function TextWithCodes({ text }: { text: string }) {
  // Every second part is a match.
  return text.split(MAYBE_CODE).map((part, index, parts) => {
    const code = normalizeOrderCode(part);
    const isCode = index % 2 === 1 && isOrderCode(code) && !/[\p{L}\d]$/u.test(parts[index - 1] ?? '');
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    return <Fragment key={index}>{isCode ? <Link to={ordersPath(code)}>{part}</Link> : part}</Fragment>;
  });
}

/** A second press, even by another administrator, changes nothing. */
function MarkButton({ message }: { message: Message }) {
  const { t } = useTranslation('adminLists');
  const { put } = useMessageCache();
  const { isSending, failure, submit } = useSubmit({ isAdmin: true });
  const status = message.status === 'waiting' ? 'answered' : 'waiting';

  const mark = () =>
    submit(async () => {
      const result = await call(updateMessage, { params: { messageId: message.id }, body: { status } });
      if (result.success) {
        put(result.data);
        showToast({ text: t(`messages.done.${status}`, { name: `${message.first_name} ${message.last_name}` }) });
      }
      return result;
    });

  return (
    <>
      <FailureNotice failure={failure} />
      <Button look="quiet" size="small" isBusy={isSending} busyText={t('messages.marking')} onClick={() => void mark()}>
        {t(status === 'answered' ? 'messages.markAnswered' : 'messages.markWaiting')}
      </Button>
    </>
  );
}

/** For a sender who asks for it; the list is shown afterwards. */
function RemoveButton({ message }: { message: Message }) {
  const { t } = useTranslation('adminLists');
  const address = useListAddress();
  const navigate = useNavigate();
  const { remove } = useMessageCache();
  const [isOpen, setOpen] = useState(false);
  const { isSending, failure, submit } = useSubmit({ isAdmin: true });
  const name = `${message.first_name} ${message.last_name}`;

  const confirm = () =>
    submit(async () => {
      const result = await call(removeMessage, { params: { messageId: message.id } });
      // Another administrator may have deleted it.
      if (!result.success && result.status !== 404) return result;
      await navigate(address.searchWith({ message: undefined }));
      remove(message.id);
      showToast({ text: t('messages.done.removed', { name }) });
      return undefined;
    });

  return (
    <>
      <Button look="quiet" size="small" icon="trash" onClick={() => setOpen(true)}>
        {t('messages.remove.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('messages.remove.title', { name })}
        confirmText={t('messages.remove.confirm')}
        busyText={t('messages.remove.busy')}
        isBusy={isSending}
        cancelText={t('messages.remove.keep')}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      >
        <FailureNotice failure={failure} />
        {t('messages.remove.lead')}
      </ConfirmDialog>
    </>
  );
}
