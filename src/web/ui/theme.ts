import { createTheme } from '@mantine/core';

const petrol = ['#e9f4f1', '#cde6e0', '#98d5cb', '#5fc4b8', '#3aa59b', '#228a84', '#177a78', '#0f6b6b', '#0a5354', '#063d3e'] as const;
const amber = ['#fdf6e3', '#fbedc8', '#f7dc97', '#f2b544', '#efa92a', '#d69319', '#b87a0c', '#7d4a00', '#633a00', '#452800'] as const;
const red = ['#fdf1ed', '#f9e4de', '#ffb0a4', '#ff9384', '#e8604f', '#cf4436', '#bd362a', '#ac2a20', '#8b1f17', '#651610'] as const;

/** Mantine reads tokens.css, so that one place rules both themes; its variables get their values in mantine.css. */
export const theme = createTheme({
  colors: { petrol, amber, red },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600', textWrap: 'balance' },
  breakpoints: { xs: '36.25em', sm: '42.375em', md: '48em', lg: '62em', xl: '80em' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'never',
});
