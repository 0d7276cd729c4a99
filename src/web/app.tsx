import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { type Boot, BootContext } from './boot.ts';
import { Hydrated } from './hydrated.tsx';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';

interface AppProps {
  boot: Boot;
  i18n: I18n;
  queryClient: QueryClient;
  children: ReactNode;
}

/** Providers around the router, the same on the server and in the browser. */
export function App({ boot, i18n, queryClient, children }: AppProps) {
  return (
    <BootContext value={boot}>
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Hydrated>{children}</Hydrated>
        </QueryClientProvider>
      </I18nextProvider>
    </BootContext>
  );
}
