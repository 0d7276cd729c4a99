import { useEffect, useRef, useState } from 'react';
import type { VehicleType } from '#contract/vehicle-types.ts';

/** Where the focus goes after the tiles were folded or unfolded. */
type Wish = 'fields' | 'tile' | 'none' | undefined;

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/**
 * Folds the tiles to the chosen one, so that step two is in sight. A press and Enter fold them, and so does the keyboard when it reaches
 * step two; arrow keys only choose. The mouse in step two folds nothing: the field would move away under it.
 */
export function useTypeStep(type: VehicleType | '') {
  const [isFolded, setFolded] = useState(type !== '');
  const typePart = useRef<HTMLFieldSetElement>(null);
  const fieldsPart = useRef<HTMLFieldSetElement>(null);
  const wish = useRef<Wish>(undefined);
  const isKeyboard = useRef(false);

  useEffect(() => {
    const wished = wish.current;
    wish.current = undefined;
    if (wished === 'tile') typePart.current?.querySelector<HTMLElement>('input:checked')?.focus();
    if (wished === 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
    if (wished !== 'fields') return;
    // A focused field would open the keyboard of a phone over the others.
    fieldsPart.current?.querySelector<HTMLElement>(isTouch() ? 'legend' : 'input')?.focus();
    typePart.current?.scrollIntoView({ block: isTouch() ? 'start' : 'nearest' });
  });

  return {
    isFolded,
    typePart,
    fieldsPart,
    fold() {
      wish.current = 'fields';
      setFolded(true);
    },
    unfold() {
      wish.current = 'tile';
      setFolded(false);
    },
    /** Of the form: tells keyboard and pointer apart. */
    formProps: {
      onKeyDownCapture: () => {
        isKeyboard.current = true;
      },
      onPointerDownCapture: () => {
        isKeyboard.current = false;
      },
    },
    /** Of step two. */
    fieldsProps: {
      onFocus: () => {
        if (!isKeyboard.current || isFolded) return;
        wish.current = 'none';
        setFolded(true);
      },
    },
  };
}
