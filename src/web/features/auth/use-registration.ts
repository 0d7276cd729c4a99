import { useState } from 'react';
import { register, sendCode, validateCode } from '#contract/registration.ts';
import { type CallFailure, call } from '../../api/call.ts';
import { phoneOf } from '../../forms/phone-check.ts';
import type { Credentials } from './enter.ts';
import { isFresh, readSentCode, storeSentCode } from './sent-code.ts';
import { type AboutForm, type AboutValues, useAboutForm } from './use-about-form.ts';

export type Step = 'email' | 'code' | 'about';
export const STEPS: readonly Step[] = ['email', 'code', 'about'];

/** The code is no longer valid: return to the code step and keep all input. */
const CODE_IS_SPENT = new Set(['api.registration.403', 'api.validateCode.403', 'api.validateCode.expired', 'api.code.locked']);

export interface Registration {
  step: Step;
  email: string;
  code: string;
  /** Address of the last code; undefined before the first. */
  sentTo: string | undefined;
  /** Time of the last code (milliseconds); 0 before the first. */
  sentAt: number;
  /** Failure of the last request that concerns the address or the code; shown by their steps. */
  failure: CallFailure | undefined;
  about: AboutForm;
  setEmail: (email: string) => void;
  setCode: (code: string) => void;
  /** Opens a step and clears the failure. */
  goTo: (step: Step) => void;
  /** True once the code was sent to the address. */
  send: (email: string) => Promise<boolean>;
  confirm: () => Promise<void>;
  /** Returns a failure that does not concern the code. */
  finish: (values: AboutValues) => Promise<CallFailure | undefined>;
}

const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The state of the three steps; the address and the code step survive a reload of the tab. */
export function useRegistration(onRegistered: (name: string, credentials: Credentials) => Promise<void>): Registration {
  const [sent, setSent] = useState(readSentCode);
  const [step, setStep] = useState<Step>(sent ? 'code' : 'email');
  const [email, setEmail] = useState(sent?.email ?? '');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<CallFailure>();
  const about = useAboutForm();

  function goTo(next: Step): void {
    setFailure(undefined);
    setStep(next);
  }

  async function send(address: string): Promise<boolean> {
    const result = await call(sendCode, { body: { email: address } });
    if (!result.success) {
      setFailure(result);
      return false;
    }
    const next = { email: address, at: Date.now() };
    storeSentCode(next);
    setSent(next);
    setEmail(address);
    setCode('');
    goTo('code');
    return true;
  }

  async function confirm(): Promise<void> {
    const result = await call(validateCode, { body: { email: sent?.email ?? email, confirmationCode: code } });
    if (result.success) goTo('about');
    else setFailure(result);
  }

  async function finish(values: AboutValues): Promise<CallFailure | undefined> {
    const address = sent?.email ?? email;
    const phone = await phoneOf(values.phone).catch(() => values.phone);
    const { firstName, lastName, password } = values;
    const person = { firstName, lastName, email: address, password, ...(phone && { phone }) };
    const result = await call(register, { body: { ...person, confirmationCode: code, agreement: true, timeZone: browserTimeZone() } });
    if (result.success) {
      storeSentCode(undefined);
      await onRegistered(result.data.firstName, { email: address, password });
      return undefined;
    }
    if (!CODE_IS_SPENT.has(result.code)) return result;
    setStep('code');
    setFailure(result);
    return undefined;
  }

  const isSent = isFresh(sent);
  return {
    step,
    email,
    code,
    sentTo: isSent ? sent?.email : undefined,
    sentAt: sent?.at ?? 0,
    failure,
    about,
    setEmail,
    setCode,
    goTo,
    send,
    confirm,
    finish,
  };
}
