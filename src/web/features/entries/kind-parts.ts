import type { ComponentType, ReactNode } from 'react';
import type { Entry } from './entry.ts';

/** The formatted texts of an entry. */
export interface EntryTexts {
  day: string;
  reading: string;
  amount: string;
}

export interface CellsProps {
  entry: Entry;
  texts: EntryTexts;
}

export interface CardProps extends CellsProps {
  /** The buttons, between the figures and the details. */
  actions: ReactNode;
}

export interface NewFormProps {
  /** Increases with each request to focus the form. */
  focusRequest: number;
  /** On phones: hides the form. undefined if it always stays. */
  onFold?: (() => void) | undefined;
}

export interface EditFormProps {
  entry: Entry;
}

/** What differs between the kinds of entries. */
export interface KindParts {
  /** The entry in labels and messages. */
  nameOf: (entry: Entry) => string;
  /** Its further texts, in one line. */
  detailsOf: (entry: Entry) => string[];
  /** The cells of its row in the table, without the buttons. */
  Cells: ComponentType<CellsProps>;
  /** The same as a card. */
  Card: ComponentType<CardProps>;
  NewForm: ComponentType<NewFormProps>;
  /** In place of its row. */
  EditForm: ComponentType<EditFormProps>;
}
