import { MantineProvider } from '@mantine/core';
import { Outlet } from 'react-router';
import * as z from 'zod/mini';
import { useColorScheme } from './color-scheme.ts';
import './mantine.css';
import { theme } from './theme.ts';

// The CSP forbids compiled code, and the schemas are small.
z.config({ jitless: true });

/** Around pages with forms and dialogs: the component library, which pages for reading go without. */
export function InteractiveRoot() {
  const colorScheme = useColorScheme();
  return (
    <MantineProvider theme={theme} forceColorScheme={colorScheme} withCssVariables={false} withGlobalClasses={false}>
      <Outlet />
    </MantineProvider>
  );
}
