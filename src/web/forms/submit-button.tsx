import type { ComponentProps } from 'react';
import { useIsHydrated } from '../hydrated.tsx';
import { Button } from '../ui/button.tsx';
import styles from './submit-button.module.css';

/**
 * The submit button of a form that the server renders. It is disabled until the page is hydrated: before, a press would be lost, or the
 * browser would submit the form itself.
 */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'disabled' | 'look' | 'className'>) {
  const isHydrated = useIsHydrated();
  return <Button {...props} type={isHydrated ? 'submit' : 'button'} disabled={!isHydrated} className={styles.submit} />;
}
