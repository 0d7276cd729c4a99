import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { Currency } from '#contract/tariffs.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import type { useFormat } from '../../i18n/use-format.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Entry } from './entry.ts';

/** What the texts of a row are formatted with; the same for all rows. */
export interface RowTools {
  t: TFunction<['entries', 'records', 'vehicles']>;
  format: ReturnType<typeof useFormat>;
  reading: (value: number, unit: ReadingUnit) => string;
  unit: ReadingUnit;
  currency: Currency;
  isWithoutPrices?: boolean;
}

/** The texts of a kind in a row. */
export interface KindTexts {
  title: string;
  /** After the title, in smaller letters. */
  aside?: string | undefined;
  detail: string;
  /** Below the detail, in smaller letters. */
  more?: string | undefined;
}

export interface NewFormProps {
  /** Increases with each request to focus the form. */
  focusRequest: number;
  /** Of a request for a work: its name. */
  work?: string | undefined;
  /** On phones: hides the form. undefined if it always stays. */
  onFold?: (() => void) | undefined;
}

export interface EditFormProps {
  entry: Entry;
}

/** What differs between the kinds of entries. */
export interface KindParts {
  /** Before the title; undefined for work, which most rows are. */
  icon?: IconName;
  /** The entry in labels and messages. */
  nameOf: (entry: Entry, t: RowTools['t']) => string;
  textsOf: (entry: Entry, tools: RowTools) => KindTexts;
  NewForm: ComponentType<NewFormProps>;
  /** In place of its row. */
  EditForm: ComponentType<EditFormProps>;
}
