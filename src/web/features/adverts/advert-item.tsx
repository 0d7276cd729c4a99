import { useTranslation } from 'react-i18next';
import { advertLink } from '#contract/adverts.admin.ts';
import { HTML_LANGUAGE, LANGUAGES, type Language } from '#contract/languages.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextareaField, TextField } from '../../ui/fields.tsx';
import { AdvertCard } from './advert-card.tsx';
import { absenceOf } from './advert-drafts.ts';
import { AdvertImage } from './advert-image.tsx';
import { AdvertLimits } from './advert-limits.tsx';
import styles from './adverts.module.css';
import type { AdvertsForm } from './use-adverts-form.ts';

interface AdvertItemProps {
  adverts: AdvertsForm;
  index: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One advert: its banner preview, its position and, when expanded, its texts and image. */
export function AdvertItem({ adverts, index, onMove, onRemove }: AdvertItemProps) {
  const { t } = useTranslation('adminSettings');
  const language = useLanguage();
  const { form, opened, setOpen } = adverts;
  const draft = form.values.adverts[index];
  if (!draft) return null;
  const { key } = draft;
  const isOpen = opened.has(key);
  const last = form.values.adverts.length - 1;
  const saved = adverts.conflicts.get(key);
  /** What another administrator has saved in a field, if that differs from the input. */
  const noteOf = (field: `${'title' | 'text'}_${Language}`) => {
    const text = saved?.[field];
    if (text === undefined || text === draft[field]) return undefined;
    return <ChangedMeanwhile saved={text} onUse={() => form.setFieldValue(`adverts.${index}.${field}`, text)} />;
  };
  const title = draft[`title_${language}`] || t('adverts.untitled');
  const absence = absenceOf(draft, new Date().toISOString().slice(0, 10));
  const previewLink = advertLink.safeParse(draft.link).data;
  return (
    <li className={styles.item}>
      <div className={styles.top}>
        <div className={styles.preview}>
          <AdvertCard label={t('adverts.label')} title={title} text={draft[`text_${language}`]} image={draft.image} link={previewLink} />
        </div>
        {absence && <Badge state="wait">{t(`adverts.absence.${absence}`)}</Badge>}
        <div className={styles.tools}>
          <IconButton
            id={`${key}-up`}
            className={styles.up}
            icon="chevron"
            label={t('adverts.up', { title })}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            id={`${key}-down`}
            icon="chevron"
            label={t('adverts.down', { title })}
            disabled={index === last}
            onClick={() => onMove(index + 1)}
          />
          <Button
            look="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={`${key}-fields`}
            aria-label={t(isOpen ? 'adverts.foldOf' : 'adverts.editOf', { title })}
            onClick={() => setOpen(key, !isOpen)}
          >
            {t(isOpen ? 'adverts.fold' : 'adverts.edit')}
          </Button>
          <IconButton icon="trash" isDanger label={t('adverts.removeOf', { title })} onClick={onRemove} />
        </div>
      </div>
      <div id={`${key}-fields`} className={styles.fields} hidden={!isOpen}>
        <div className={styles.languages}>
          {LANGUAGES.map((lang) => (
            <fieldset key={lang} className={styles.language} lang={HTML_LANGUAGE[lang]}>
              <legend lang={HTML_LANGUAGE[language]}>{t(`languages.${lang}`)}</legend>
              <TextField
                id={lang === LANGUAGES[0] ? `${key}-title` : undefined}
                label={<span lang={HTML_LANGUAGE[language]}>{t('adverts.titleField')}</span>}
                autoComplete="off"
                help={noteOf(`title_${lang}`)}
                {...form.getInputProps(`adverts.${index}.title_${lang}`)}
              />
              <TextareaField
                label={<span lang={HTML_LANGUAGE[language]}>{t('adverts.textField')}</span>}
                rows={3}
                help={noteOf(`text_${lang}`)}
                {...form.getInputProps(`adverts.${index}.text_${lang}`)}
              />
            </fieldset>
          ))}
        </div>
        {saved && saved.image !== draft.image && (
          <p className={styles.note}>
            <ChangedMeanwhile
              saved={
                saved.image === null ? t('adverts.noPicture') : <img className={styles.saved} src={saved.image} alt={t('adverts.image')} />
              }
              onUse={() => adverts.setImage(key, saved.image)}
            />
          </p>
        )}
        <AdvertLimits adverts={adverts} index={index} draft={draft} />
        <AdvertImage
          draftKey={key}
          image={draft.image}
          path={`adverts-adverts.${index}.image`}
          error={form.errors[`adverts.${index}.image`] as string | undefined}
          onImage={adverts.setImage}
          onPreparation={adverts.ready.report}
        />
      </div>
    </li>
  );
}
