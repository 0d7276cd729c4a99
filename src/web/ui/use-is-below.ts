import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than `width` pixels. */
export const useIsBelow = (width: number): boolean =>
  useMediaQuery(`(max-width: ${width - 1}px)`, undefined, { getInitialValueInEffect: false });
