import { useMediaQuery } from '@mantine/hooks';

/** Windows narrower than this many pixels have the layout for phones (`max-width: 677px` in the styles). */
export const PHONE = 678;

const below = (width: number): string => `(max-width: ${width - 1}px)`;

/** Whether the window is narrower than `width` pixels. */
export const useIsBelow = (width: number): boolean => useMediaQuery(below(width), undefined, { getInitialValueInEffect: false });
