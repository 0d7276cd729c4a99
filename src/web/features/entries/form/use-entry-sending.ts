import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Doubt } from '#contract/records.ts';
import type { CallFailure } from '../../../api/call.ts';
import { useSubmit } from '../../../forms/use-submit.ts';

/** What a doubt is about, as typed. */
export interface Typed {
  performedOn: string;
  reading: string;
  /** Of a reading alone. */
  isReset?: boolean | undefined;
  oldReading?: string | undefined;
}

type Form = Pick<UseFormReturnType<Typed>, 'setErrors' | 'getInputNode'> & { values: Typed; getValues: () => Typed };

/** The doubt of the server about these values. */
export type TypedDoubt = Doubt & Typed;

/** Values that the user has confirmed, and where to go when they are saved: to the other entry, if the mistake is there. */
export type ConfirmedDoubt = Typed & { next?: string };

const isSame = (a: Typed | undefined, b: Typed): boolean =>
  a?.performedOn === b.performedOn && a.reading === b.reading && a.isReset === b.isReset && a.oldReading === b.oldReading;

const isOutdated = ({ status, code, errors }: CallFailure): boolean =>
  status === 404 ||
  code === 'carsApi.hidden' ||
  code === 'carsApi.archived' ||
  code === 'api.changed' ||
  errors?.some((error) => error.code === 'validation.reading.unit' || error.code === 'validation.currency') === true;

const isDoubtful = ({ code }: CallFailure): boolean => code === 'entriesApi.doubtful';

/**
 * Sends one request at a time and shows its errors at the fields, or above the form; `doubt` is the server's question about the date and the
 * reading, until one of them, or what they say about a new odometer, changes. Calls `onOutdated` if the vehicle or entry has changed or no longer exists.
 */
export function useEntrySending(form: Form, onOutdated: () => void) {
  const { isSending, failure, showFailure, submit } = useSubmit({ form });
  const [asked, setAsked] = useState<TypedDoubt>();
  const [confirmed, setConfirmed] = useState<Typed>();
  const navigate = useNavigate();
  const isAsking = failure !== undefined && isDoubtful(failure);
  return {
    isSending,
    failure: isAsking ? undefined : failure,
    doubt: isAsking && isSame(asked, form.values) ? asked : undefined,
    /** Removes failure and doubt. */
    forget: () => showFailure(undefined),
    /** Sends a request whose body contains `answer`: asks about doubtful values, unless the user has confirmed them. */
    send: (request: (answer: { ask: true; isReadingRight?: true }) => Promise<CallFailure | undefined>, confirming?: ConfirmedDoubt) =>
      submit(async () => {
        if (confirming) setConfirmed(confirming);
        const { performedOn, reading, isReset, oldReading } = form.getValues();
        const typed: Typed = { performedOn, reading, isReset, oldReading };
        const isRight = isSame(confirming ?? confirmed, typed);
        const failed = await request({ ask: true, ...(isRight && { isReadingRight: true }) });
        if (failed && isDoubtful(failed)) setAsked({ ...(failed.data as Doubt), ...typed });
        if (failed && isOutdated(failed)) onOutdated();
        if (!failed && confirming?.next) void navigate(confirming.next);
        return failed;
      }),
  };
}
