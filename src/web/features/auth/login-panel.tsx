import { useState } from 'react';
import { LockedLogin } from './locked-login.tsx';
import { LoginForm } from './login-form.tsx';

interface Lock {
  email: string;
  /** When the lock ends (milliseconds), if the server reported it. */
  until: number | undefined;
}

interface LoginPanelProps {
  email: string;
  /** Opens the password reset with the address typed so far. */
  onForgotten: (email: string) => void;
}

/** The login form, or the lock notice after too many failed attempts. */
export function LoginPanel({ email, onForgotten }: LoginPanelProps) {
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
      isFocused={locked !== undefined || email !== ''}
      onForgotten={onForgotten}
      onLocked={(address, retryAfter) => setLock({ email: address, until: retryAfter ? Date.now() + retryAfter * 1000 : undefined })}
    />
  );
}
