import { useRef } from 'react';
import { isIban } from './iban-check.ts';

interface IbanForm {
  getValues: () => { iban: string };
  setFieldError: (path: 'iban', error: string) => void;
}
const WRONG = 'paymentApi.iban';

/** Asks the library about a form's field `iban`; what it refused once stays refused until it is typed anew. */
export function useIbanCheck() {
  const wrong = useRef<string>(undefined);
  return {
    /** For `validate`, beside the schema, which knows an IBAN's shape only. */
    ibanErrors: (iban: string): { iban?: string } => (iban === wrong.current ? { iban: WRONG } : {}),
    checkIban: async (form: IbanForm): Promise<boolean> => {
      const { iban } = form.getValues();
      // Emptiness is the schema's business; without its library (no connection) the number is the server's to judge.
      if (iban.trim() === '' || (await isIban(iban).catch(() => true))) return true;
      wrong.current = iban;
      // Another number may have been typed while the library was loaded.
      if (form.getValues().iban === iban) form.setFieldError('iban', WRONG);
      return false;
    },
  };
}
