import { useRef } from 'react';
import { phoneOf } from './phone-check.ts';

interface PhoneForm {
  getValues: () => { phone: string };
  setFieldError: (path: 'phone', error: string) => void;
}

/** Asks the phone library about a form's field `phone`; what it refused once stays refused until it is typed anew. */
export function usePhoneCheck() {
  const noPhone = useRef<string>(undefined);
  return {
    /** For `validate`, beside the schema, which knows a phone's shape only. */
    phoneErrors: (phone: string): { phone?: string } => (phone === noPhone.current ? { phone: 'validation.phone' } : {}),
    checkPhone: async (form: PhoneForm): Promise<boolean> => {
      const { phone } = form.getValues();
      // Without its library (no connection) the phone is the server's to judge.
      const isPhone = (await phoneOf(phone).catch(() => phone)) !== undefined;
      if (isPhone) return true;
      noPhone.current = phone;
      // Another number may have been typed while the library was loaded.
      if (form.getValues().phone === phone) form.setFieldError('phone', 'validation.phone');
      return false;
    },
  };
}
