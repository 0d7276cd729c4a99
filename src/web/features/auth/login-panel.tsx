import { useState } from 'react';
import { LockedLogin } from './locked-login.tsx';
import { LoginForm } from './login-form.tsx';

interface Lock {
  email: string;
  /** When it opens (milliseconds), where the server told. */
  until: number | undefined;
}

interface LoginPanelProps {
  email: string;
  isHydrated: boolean;
  /** To a new password, with the address as far as it is typed. */
  onForgotten: (email: string) => void;
}

/** The form, or what stands in its place after too many attempts. */
export function LoginPanel({ email, isHydrated, onForgotten }: LoginPanelProps) {
  const [lock, setLock] = useState<Lock>();
  const [locked, setLocked] = useState<string>();
  if (lock) {
    const open = () => {
      setLocked(lock.email);
      setLock(undefined);
    };
    return <LockedLogin until={lock.until} onOpen={open} onForgotten={() => onForgotten(lock.email)} />;
  }
  return (
    <LoginForm
      email={locked ?? email}
      isHydrated={isHydrated}
      isFocused={locked !== undefined || email !== ''}
      onForgotten={onForgotten}
      onLocked={(address, retryAfter) => setLock({ email: address, until: retryAfter ? Date.now() + retryAfter * 1000 : undefined })}
    />
  );
}
