import { useEffect, useRef, useState } from 'react';
import type { VehicleType } from '#contract/vehicle-types.ts';

/** Where to move the focus after the tiles collapse or expand. */
type FocusTarget = 'fields' | 'tile' | 'none' | undefined;

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/**
 * Collapses the tiles to the chosen one, so that step two is visible. A click, Enter or a keyboard focus in step two collapses them; arrow keys
 * only choose. A click in step two does not collapse, because the field would move away under the pointer.
 */
export function useTypeStep(type: VehicleType | '') {
  const [isCollapsed, setCollapsed] = useState(type !== '');
  const typePart = useRef<HTMLFieldSetElement>(null);
  const fieldsPart = useRef<HTMLFieldSetElement>(null);
  const focusTarget = useRef<FocusTarget>(undefined);
  const isKeyboard = useRef(false);

  useEffect(() => {
    const target = focusTarget.current;
    focusTarget.current = undefined;
    if (target === 'tile') typePart.current?.querySelector<HTMLElement>('input:checked')?.focus();
    if (target === 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
    if (target !== 'fields') return;
    // On a phone, a focused field would open the keyboard over the other fields.
    fieldsPart.current?.querySelector<HTMLElement>(isTouch() ? 'legend' : 'input')?.focus();
    typePart.current?.scrollIntoView({ block: isTouch() ? 'start' : 'nearest' });
  });

  return {
    isCollapsed,
    typePart,
    fieldsPart,
    collapse() {
      focusTarget.current = 'fields';
      setCollapsed(true);
    },
    expand() {
      focusTarget.current = 'tile';
      setCollapsed(false);
    },
    /** Props of the form; they distinguish keyboard from pointer input. */
    formProps: {
      onKeyDownCapture: () => {
        isKeyboard.current = true;
      },
      onPointerDownCapture: () => {
        isKeyboard.current = false;
      },
    },
    /** Props of step two. */
    fieldsProps: {
      onFocus: () => {
        if (!isKeyboard.current || isCollapsed) return;
        focusTarget.current = 'none';
        setCollapsed(true);
      },
    },
  };
}
