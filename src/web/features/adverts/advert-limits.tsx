import { useTranslation } from 'react-i18next';
import type { Advert } from '#contract/adverts.admin.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import { useFormat } from '../../i18n/use-format.ts';
import { CheckField, TextField } from '../../ui/fields.tsx';
import type { AdvertDraft } from './advert-drafts.ts';
import styles from './adverts.module.css';
import type { AdvertsForm } from './use-adverts-form.ts';

interface AdvertLimitsProps {
  adverts: AdvertsForm;
  index: number;
  draft: AdvertDraft;
}

/** Where an advert leads, when it is on show, and its switch. */
export function AdvertLimits({ adverts: { form, conflicts }, index, draft }: AdvertLimitsProps) {
  const { t } = useTranslation('adminSettings');
  const { day } = useFormat();
  const saved = conflicts.get(draft.key);
  const propsOf = (field: 'link' | 'shown_from' | 'shown_until') => form.getInputProps(`adverts.${index}.${field}`);
  /** What another administrator has saved in a field, if that differs from the input. */
  const noteOf = (field: 'link' | 'shown_from' | 'shown_until', format: (value: string) => string = String) => {
    if (!saved || (saved[field] ?? '') === draft[field]) return undefined;
    const text = saved[field] === null ? t('adverts.nothing') : format(saved[field]);
    return <ChangedMeanwhile saved={text} onUse={() => form.setFieldValue(`adverts.${index}.${field}`, saved[field] ?? '')} />;
  };
  return (
    <div className={styles.limits}>
      <TextField
        className={styles.link}
        label={t('adverts.link')}
        isOptional
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        help={noteOf('link') ?? t('adverts.linkHelp')}
        {...propsOf('link')}
      />
      <TextField
        label={t('adverts.from')}
        isOptional
        type="date"
        help={noteOf('shown_from', day) ?? t('adverts.fromHelp')}
        {...propsOf('shown_from')}
      />
      <TextField
        label={t('adverts.until')}
        isOptional
        type="date"
        help={noteOf('shown_until', day) ?? t('adverts.untilHelp')}
        {...propsOf('shown_until')}
      />
      <div className={styles.switch}>
        <CheckField label={t('adverts.isOn')} {...form.getInputProps(`adverts.${index}.is_on`, { type: 'checkbox' })} />
        <SavedSwitch saved={saved} draft={draft} onUse={(isOn) => form.setFieldValue(`adverts.${index}.is_on`, isOn)} />
      </div>
    </div>
  );
}

function SavedSwitch({ saved, draft, onUse }: { saved: Advert | undefined; draft: AdvertDraft; onUse: (isOn: boolean) => void }) {
  const { t } = useTranslation('adminSettings');
  if (!saved || saved.is_on === draft.is_on) return null;
  return (
    <p className={styles.note}>
      <ChangedMeanwhile saved={t(saved.is_on ? 'adverts.on' : 'adverts.off')} onUse={() => onUse(saved.is_on)} />
    </p>
  );
}
