import { EditCostForm } from './costs/edit-cost-form.tsx';
import { NewCostForm } from './costs/new-cost-form.tsx';
import { EditFillForm } from './fills/edit-fill-form.tsx';
import { NewFillForm } from './fills/new-fill-form.tsx';
import { EditReadingForm } from './readings/edit-reading-form.tsx';
import { NewReadingForm } from './readings/new-reading-form.tsx';

/** The forms of all kinds but work, which are loaded together when one is opened. */
export const FORMS = {
  fill: { NewForm: NewFillForm, EditForm: EditFillForm },
  cost: { NewForm: NewCostForm, EditForm: EditCostForm },
  reading: { NewForm: NewReadingForm, EditForm: EditReadingForm },
};
