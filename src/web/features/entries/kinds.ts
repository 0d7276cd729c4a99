import { type Entry, type EntryKind, kindOf } from './entry.ts';
import type { KindParts } from './kind-parts.ts';
import { EditRecordForm } from './work/edit-record-form.tsx';
import { NewRecordForm } from './work/new-record-form.tsx';
import { detailsOf, nameOf, RecordCard, RecordCells } from './work/record-parts.tsx';

export const KINDS: Record<EntryKind, KindParts> = {
  work: { nameOf, detailsOf, Cells: RecordCells, Card: RecordCard, NewForm: NewRecordForm, EditForm: EditRecordForm },
};

export const partsOf = (entry: Entry): KindParts => KINDS[kindOf(entry)];
