import { useRef } from 'react';
import { phoneOf } from './phone-check.ts';

interface PhoneForm {
  getValues: () => { phone: string };
  setFieldError: (path: 'phone', error: string) => void;
}

/** Validates the form field `phone` with the phone library. A number found invalid keeps its error until it is edited. */
export function usePhoneCheck() {
  const invalidPhone = useRef<string>(undefined);
  return {
    /** For `validate`, in addition to the schema, which checks only the format. */
    phoneErrors: (phone: string): { phone?: string } => (phone === invalidPhone.current ? { phone: 'validation.phone' } : {}),
    checkPhone: async (form: PhoneForm): Promise<boolean> => {
      const { phone } = form.getValues();
      // If the library cannot be loaded, the server validates the number.
      const isPhone = (await phoneOf(phone).catch(() => phone)) !== undefined;
      if (isPhone) return true;
      invalidPhone.current = phone;
      // The user may have edited the number while the library was loading.
      if (form.getValues().phone === phone) form.setFieldError('phone', 'validation.phone');
      return false;
    },
  };
}
