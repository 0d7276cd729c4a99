import { lazyPart } from '../../ui/lazy-part.tsx';
import { type Entry, type EntryKind, kindOf } from './entry.ts';
import type { KindParts } from './kind-parts.ts';
import { NewRecordForm } from './records/new-record-form.tsx';
import { detailsOf, nameOf, RecordCard, RecordCells } from './records/record-parts.tsx';

const EditRecordForm = lazyPart(async () => (await import('./records/edit-record-form.tsx')).EditRecordForm);

export const KINDS: Record<EntryKind, KindParts> = {
  work: { nameOf, detailsOf, Cells: RecordCells, Card: RecordCard, NewForm: NewRecordForm, EditForm: EditRecordForm },
};

export const partsOf = (entry: Entry): KindParts => KINDS[kindOf(entry)];
