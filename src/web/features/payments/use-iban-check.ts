import { useRef } from 'react';
import { isIban } from './iban-check.ts';

interface IbanForm {
  getValues: () => { iban: string };
  setFieldError: (path: 'iban', error: string) => void;
}
const WRONG = 'paymentApi.iban';

/** Checks the form field `iban` with ibantools; a rejected value keeps its error until it changes. */
export function useIbanCheck() {
  const rejected = useRef<string>(undefined);
  return {
    /** For `validate`, in addition to the schema, which checks only the format. */
    ibanErrors: (iban: string): { iban?: string } => (iban === rejected.current ? { iban: WRONG } : {}),
    checkIban: async (form: IbanForm): Promise<boolean> => {
      const { iban } = form.getValues();
      // Empty values are left to the schema; without the library (no connection) the server decides.
      if (iban.trim() === '' || (await isIban(iban).catch(() => true))) return true;
      rejected.current = iban;
      // The value may have changed while the library was loading.
      if (form.getValues().iban === iban) form.setFieldError('iban', WRONG);
      return false;
    },
  };
}
