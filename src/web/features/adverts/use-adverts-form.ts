import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Advert, getAllAdverts, updateAdverts, updateAdvertsInput } from '#contract/adverts.admin.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { fieldErrors, focusFirstInvalid, schemaResolver } from '../../forms/schema-form.ts';
import { useSubmitForm } from '../../forms/use-submit-form.ts';
import { focusPhoto, useSubmitWhenReady } from '../../forms/use-submit-when-ready.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { showToast } from '../../ui/toast.ts';
import {
  type AdvertDraft,
  conflictsOf,
  draftOf,
  emptyDraft,
  idsOf,
  inputOf,
  listInputOf,
  mergedDrafts,
  savedDrafts,
} from './advert-drafts.ts';
import { advertsQuery } from './adverts.queries.ts';
import { hasAdvertsQuery } from './has-adverts.ts';

interface Values {
  adverts: AdvertDraft[];
}
type FieldErrors = ReturnType<typeof fieldErrors>;

const validateInput = schemaResolver(updateAdvertsInput);
/** Maps the server's `0.title_ua` to the form path `adverts.0.title_ua`. */
const atFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, code]) => [`adverts.${path}`, code]));
const errorsOf = ({ errors }: CallFailure): FieldErrors => atFields(fieldErrors(errors));
/** Errors of adverts that would end before they begin. */
const daysInOrder = (adverts: readonly AdvertDraft[]): FieldErrors =>
  Object.fromEntries(
    adverts.flatMap(({ shown_from: from, shown_until: until }, index) =>
      until !== '' && until < from ? [[`${index}.shown_until`, 'validation.date.order']] : [],
    ),
  );
const draftsOf = (adverts: readonly Advert[]): Values => ({ adverts: adverts.map(draftOf) });
const CONFLICT = 'advertisingApi.update.409';

/** Keys of the expanded adverts. */
function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const setOpen = (key: string, isOpen: boolean) =>
    setOpened((current) => new Set(isOpen ? [...current, key] : [...current].filter((one) => one !== key)));
  return { opened, setOpened, setOpen };
}

/** Images are uploaded as soon as they are chosen; saving waits for the uploads. */
function useAdvertImages(form: UseFormReturnType<Values>, open: (key: string) => void) {
  const indexOf = (key: string) => form.getValues().adverts.findIndex((draft) => draft.key === key);
  const ready = useSubmitWhenReady((key) => {
    flushSync(() => open(key));
    focusPhoto(`adverts-adverts.${indexOf(key)}.image`);
  });

  /** By key, because the advert may have been moved or removed during the upload. */
  function setImage(key: string, image: string | null): void {
    const index = indexOf(key);
    if (index >= 0) form.setFieldValue(`adverts.${index}.image`, image);
  }
  return { ready, setImage };
}

/** The list as the administrator saw it, to detect that another administrator has changed it. */
function useSeenAdverts(form: UseFormReturnType<Values>, loaded: readonly Advert[]) {
  const [seen, setSeen] = useState(loaded);
  /** By key: what another administrator has saved of an advert that is edited here. */
  const [conflicts, setConflicts] = useState<ReadonlyMap<string, Advert>>(new Map());

  function setSaved(list: readonly Advert[]): void {
    setSeen(list);
    setConflicts(new Map());
  }

  /** Merges the list of another administrator into the drafts; returns the keys of adverts that both have changed. */
  function mergeSaved(list: readonly Advert[]): string[] {
    const drafts = form.getValues().adverts;
    const found = conflictsOf(drafts, seen, list);
    form.setInitialValues(draftsOf(list));
    form.setValues({ adverts: mergedDrafts(drafts, seen, list) });
    setSeen(list);
    setConflicts(found);
    return [...found.keys()];
  }
  return { seen, conflicts, setSaved, mergeSaved };
}

/** Invalidates the banner's adverts in every language, for the banner of this tab. */
function useRefreshBanner() {
  const client = useQueryClient();
  return (hasAny: boolean): void => {
    client.setQueryData(hasAdvertsQuery(hasAny).queryKey, hasAny);
    for (const lang of LANGUAGES) void client.invalidateQueries({ queryKey: advertsQuery(lang).queryKey });
  };
}

/** The whole list is edited here and saved at once. */
export function useAdvertsForm(loaded: readonly Advert[]) {
  const errorText = useErrorText();
  const refreshBanner = useRefreshBanner();
  const { opened, setOpened, setOpen } = useOpened();
  const count = useRef(0);
  const { form, isSending, failure, showFailure, submit } = useSubmitForm<Values>({
    name: 'adverts',
    initialValues: draftsOf(loaded),
    validate: ({ adverts }) => atFields({ ...daysInOrder(adverts), ...validateInput(adverts.map(inputOf)) }),
    keepsInput: true,
    isAdmin: true,
  });
  const isDirty = form.isDirty();
  const { ready, setImage } = useAdvertImages(form, (key) => setOpen(key, true));
  const { seen, conflicts, setSaved, mergeSaved } = useSeenAdverts(form, loaded);

  /** Unfolds the adverts with errors: hidden fields cannot be focused. */
  function expand(errors: FieldErrors): void {
    const keys = Object.keys(errors).flatMap((path) => form.getValues().adverts[Number(path.split('.')[1])]?.key ?? []);
    flushSync(() => setOpened((current) => new Set([...current, ...keys])));
  }
  function showErrors(errors: FieldErrors): void {
    expand(errors);
    focusFirstInvalid(form, errors);
  }

  const save = ({ adverts }: Values) =>
    submit(async () => {
      const result = await call(updateAdverts, { query: { seen: idsOf(seen) }, body: listInputOf(adverts, seen) });
      if (!result.success) {
        expand(errorsOf(result));
        // Shown with field errors too, which may be in several adverts.
        showFailure(result);
        return result;
      }
      form.setInitialValues({ adverts: savedDrafts(adverts, adverts, result.data) });
      form.setValues({ adverts: savedDrafts(form.getValues().adverts, adverts, result.data) });
      setSaved(result.data);
      if (!form.isDirty()) setOpened(new Set());
      // The server decides which adverts are active today.
      refreshBanner(result.data.length > 0);
      showToast({ text: errorText('advertisingApi.update.success', result.message) });
      return result;
    }, errorsOf);

  /** After a conflict: merges the saved list into the local one, for review before the next save. */
  async function merge(): Promise<void> {
    const fresh = await call(getAllAdverts);
    if (!fresh.success) return showFailure(fresh);
    const conflicting = mergeSaved(fresh.data);
    setOpened((current) => new Set([...current, ...conflicting]));
    showFailure(undefined);
  }

  function add(): string {
    count.current += 1;
    const draft = emptyDraft(`new-${count.current}`);
    form.insertListItem('adverts', draft);
    setOpen(draft.key, true);
    return draft.key;
  }
  return {
    form,
    ready,
    setImage,
    isDirty,
    isSending,
    failure,
    conflicts,
    isOutdated: failure?.code === CONFLICT,
    opened,
    setOpen,
    showErrors,
    save,
    merge,
    add,
  };
}
export type AdvertsForm = ReturnType<typeof useAdvertsForm>;
