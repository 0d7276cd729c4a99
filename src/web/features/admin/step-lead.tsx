import { type ReactNode, useEffect, useRef } from 'react';

/** The instruction of the next step in a dialog. It takes the focus, because the button that led here is gone. */
export function StepLead({ children }: { children: ReactNode }) {
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);
  return (
    <p ref={lead} tabIndex={-1}>
      {children}
    </p>
  );
}
