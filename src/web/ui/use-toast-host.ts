import { useEffect, useLayoutEffect, useState } from 'react';
import { useTopModal } from './modal-stack.ts';

/**
 * The element that holds the notices: inside the open modal dialog, as all else is inert then, otherwise at the end of the body.
 * Where the browser has popovers (not Safari before 17) it is one, so that nothing covers or clips it. `undefined` on the server.
 */
export function useToastHost(className: string | undefined): HTMLElement | undefined {
  const [host, setHost] = useState<HTMLElement>();
  const modal = useTopModal();

  useEffect(() => {
    const element = document.createElement('div');
    element.className = className ?? '';
    // biome-ignore lint/plugin: the check itself
    if (typeof element.showPopover === 'function') element.popover = 'manual';
    setHost(element);
    return () => element.remove();
  }, [className]);

  useLayoutEffect(() => {
    if (!host) return;
    // Moving an element hides it as a popover.
    (modal?.element ?? document.body).append(host);
    // biome-ignore lint/plugin: set only where it exists
    if (host.popover === 'manual') host.showPopover();
  }, [host, modal]);

  return host;
}
