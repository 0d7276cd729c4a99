import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Automatic splitting yields a dozen small chunks that compress poorly, so modules that are loaded together share one chunk. */
const groups = [
  { name: 'initial', tags: ['$initial' as const], priority: 3 },
  {
    name: 'calls',
    test: /src[\\/]contract[\\/](?:tariffs|prices|payments|users|visits)\.ts|src[\\/]web[\\/](?:api[\\/](?!vehicles\.)|i18n[\\/])|src[\\/]web[\\/]ui[\\/]contents\./,
    priority: 2,
  },
  {
    name: 'adverts',
    test: /src[\\/]contract[\\/]adverts\.ts|src[\\/]web[\\/]features[\\/]adverts[\\/](?:advert-banner|advert-card|adverts\.queries|use-banner|use-timer)\./,
    priority: 2,
  },
  { name: 'fields', test: /node_modules[\\/](?:zod|@tanstack)[\\/]|src[\\/]contract[\\/](?:fields|numbers)\./, priority: 2 },
  {
    name: 'interactive',
    test: /src[\\/]web[\\/](?:ui[\\/](?:confirm-dialog|dialog|empty-state|facts|fields|lazy-part|notice|sheet|skeleton)|forms[\\/](?:schema-form|use-sending))\./,
    priority: 1,
  },
];

/** The browser side; scripts/build.mjs adds the entry points of its three builds, the development server uses it as it is. */
export default defineConfig({
  plugins: [react()],
  appType: 'custom',
  publicDir: false,
  // Without an index.html to read, Vite would find packages one by one and reload the page for each.
  optimizeDeps: { entries: ['src/web/entry-client.tsx'] },
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The supported browsers of the README; tsconfig.json and no-newer-browser-apis.grit refuse APIs that they lack.
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4'],
    // The CSP allows no data: stylesheets or fonts, and one way to get at a file is enough.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
