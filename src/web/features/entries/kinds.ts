import { loadTexts } from '../../i18n/browser-texts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type Entry, type EntryKind, kindOf } from './entry.ts';
import type { KindParts } from './kind-parts.ts';
import { costName, costTexts, fillTexts, readingTexts, workName, workTexts } from './kind-texts.ts';
import type { FORMS } from './other-forms.ts';

const NewRecordForm = lazyPart(async () => (await import('./records/new-record-form.tsx')).NewRecordForm);
const EditRecordForm = lazyPart(async () => (await import('./records/edit-record-form.tsx')).EditRecordForm);

/** The forms of a kind other than work, loaded when one is opened. */
const formsOf = (kind: keyof typeof FORMS) => {
  const load = async () => (await Promise.all([import('./other-forms.ts'), loadTexts(['entryForms'])]))[0].FORMS[kind];
  return { NewForm: lazyPart(async () => (await load()).NewForm), EditForm: lazyPart(async () => (await load()).EditForm) };
};

export const KINDS: Record<EntryKind, KindParts> = {
  work: { nameOf: workName, textsOf: workTexts, NewForm: NewRecordForm, EditForm: EditRecordForm },
  fill: { icon: 'pump', nameOf: (_, t) => t('entries:kind.fill'), textsOf: fillTexts, ...formsOf('fill') },
  cost: { icon: 'money', nameOf: costName, textsOf: costTexts, ...formsOf('cost') },
  reading: { icon: 'gauge', nameOf: (_, t) => t('entries:kind.reading'), textsOf: readingTexts, ...formsOf('reading') },
};

export const partsOf = (entry: Pick<Entry, 'kind'>): KindParts => KINDS[kindOf(entry)];
