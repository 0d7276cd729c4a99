import { useState } from 'react';
import { BANNER_DELAY, BANNER_HIDE, BANNER_ROTATION, BANNER_SLIDE } from '#contract/limits.ts';
import type { Advert } from './adverts.queries.ts';
import { dismiss, dismissAll, keyOf, readDismissed } from './dismissed.ts';
import { useTimer } from './use-timer.ts';

/**
 * coming: before the first delay has passed; shown: an advert is visible; sliding: it makes room for the next; hiding: the banner
 * disappears.
 */
type Phase = 'coming' | 'shown' | 'sliding' | 'hiding' | 'hidden';

interface State {
  phase: Phase;
  /** Position of the visible advert, or of the one last closed. */
  position: number;
  /** Number of changes so far; each restarts the timer. */
  turn: number;
  /** How long the advert stays, in milliseconds. */
  stay: number;
}

/** With reduced motion nothing moves by itself: the advert changes only when one is closed. */
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The banner's timing: it appears 5 s after `since`, slides out for 800 ms every 7 s and hides in 2 s; a pause stops the rotation. */
export function useBanner(adverts: readonly Advert[], since: number, isPaused: boolean) {
  const [closed, setClosed] = useState(() => readDismissed().keys);
  const [delay] = useState(() => Math.max(0, since + BANNER_DELAY - performance.now()));
  const [state, setState] = useState<State>({ phase: 'coming', position: 0, turn: 0, stay: BANNER_ROTATION });
  const { phase, position, turn, stay } = state;
  const still = isStill();
  const open = adverts.filter((advert) => !closed.includes(keyOf(advert)));
  const current = open[position % Math.max(1, open.length)];

  const delays: Record<Phase, number | undefined> = {
    coming: delay,
    shown: still || open.length < 2 ? undefined : stay,
    sliding: still ? 0 : BANNER_SLIDE,
    hiding: still ? 0 : BANNER_HIDE,
    hidden: undefined,
  };

  function advance(): void {
    if (phase === 'coming') setState({ ...state, phase: 'shown' });
    if (phase === 'shown') setState({ ...state, phase: 'sliding' });
    // Slides start every 7 s, so the slide counts towards the next advert's time.
    if (phase === 'sliding') setState({ phase: 'shown', position: position + 1, turn: turn + 1, stay: BANNER_ROTATION - BANNER_SLIDE });
    if (phase === 'hiding') setState({ ...state, phase: 'hidden' });
  }
  useTimer(`${phase} ${turn}`, delays[phase], isPaused && phase === 'shown', advance);

  return {
    phase: current ? phase : 'hidden',
    current,
    closeOne(): void {
      if (!current) return;
      dismiss(keyOf(current));
      if (open.length === 1) {
        hide();
        return;
      }
      // The next advert takes its place.
      setClosed([...closed, keyOf(current)]);
      setState({ phase: 'shown', position: position % open.length, turn: turn + 1, stay: BANNER_ROTATION });
    },
    hideAll(): void {
      dismissAll();
      hide();
    },
  };

  function hide(): void {
    setState({ ...state, phase: 'hiding' });
  }
}
