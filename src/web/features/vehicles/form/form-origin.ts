import { useLocation } from 'react-router';
import { paths } from '../../../paths.ts';

/** Navigation state of a link to the vehicle form. */
export interface FormOrigin {
  /** Path of the page to return to. */
  from: string;
}

/** The page from which the vehicle form was opened: the page of a vehicle, or the list. */
export function useFormOrigin(): string {
  const state = useLocation().state as Partial<FormOrigin> | null;
  return state?.from ?? paths.service;
}
