import { useEffect, useLayoutEffect, useState } from 'react';
import { useTopModal } from './modal-stack.ts';

/**
 * The container of the notices: inside the open modal dialog, since everything outside it is inert, otherwise at the end of the body.
 * It is a popover where supported (not in Safari before 17), so that nothing covers or clips it. Undefined on the server.
 */
export function useToastHost(className: string | undefined): HTMLElement | undefined {
  const [host, setHost] = useState<HTMLElement>();
  const modal = useTopModal();

  useEffect(() => {
    const element = document.createElement('div');
    element.className = className ?? '';
    // biome-ignore lint/plugin: this is the feature check
    if (typeof element.showPopover === 'function') element.popover = 'manual';
    setHost(element);
    return () => element.remove();
  }, [className]);

  useLayoutEffect(() => {
    if (!host) return;
    // Moving a popover in the document hides it.
    (modal?.element ?? document.body).append(host);
    // biome-ignore lint/plugin: `popover` is set only where it is supported
    if (host.popover === 'manual') host.showPopover();
  }, [host, modal]);

  return host;
}
