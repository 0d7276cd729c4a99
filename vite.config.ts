import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Automatic splitting creates a dozen small chunks that compress poorly, so modules that load together share a chunk. */
const groups = [
  { name: 'initial', tags: ['$initial' as const], priority: 3 },
  {
    name: 'calls',
    test: /src[\\/]contract[\\/](?:money|vehicle-type-list|tariffs|prices|payments|users|visits)\.ts|src[\\/]web[\\/](?:api[\\/](?!other-tabs\.|vehicles\.)|i18n[\\/])|src[\\/]web[\\/]ui[\\/]contents\./,
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
    test: /src[\\/]web[\\/](?:ui[\\/](?:badge|confirm-dialog|dialog|empty-state|facts|fields|hidden-username|lazy-part|load-failure|notice|sheet|skeleton|table-roles|unknown-height|use-is-below|use-root-mark|use-search-text)|forms[\\/](?:enter-key|failure-notice|person-fields|schema-form|use-sending|use-submit))\./,
    priority: 1,
  },
  { name: 'vehicles', test: /src[\\/]contract[\\/](?:vehicles|vehicle-types|units)\.ts|src[\\/]web[\\/]api[\\/]vehicles\./, priority: 2 },
  {
    name: 'records',
    test: /src[\\/]contract[\\/](?:records|timeline)\.ts/,
    priority: 1,
  },
];

const SERVER_PARTS =
  /^ {2}(?:(?:summary|unexpectedError|validationError):\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|errors:\s*\[[^\]]*\]),$/gm;

/** Removes from the browser code what only the server and the OpenAPI document read of an endpoint; keeps the number of lines. */
const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/contract\/[^/]+\.ts$/ },
    handler: (code) => ({ code: code.replace(SERVER_PARTS, (part) => part.replace(/[^\n]/g, '')), map: null }),
  },
};

const TYPES_OF_OTHER_HOOKS = /^(?!useCombobox\b)\w+\.stateChangeTypes = \w+;$/gm;

/** Leaves out the hooks of downshift that Carnet does not use. The bundler would keep them because of these assignments. */
const onlyCombobox: Plugin = {
  name: 'only-combobox',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/downshift\.esm\.mjs$/ },
    handler: (code) => ({ code: code.replace(TYPES_OF_OTHER_HOOKS, ''), map: null }),
  },
};

/**
 * Configuration of the browser code; scripts/build.mjs adds the entry points of its three builds, the development server uses it as it is.
 */
export default defineConfig({
  plugins: [withoutServerParts, onlyCombobox, react()],
  appType: 'custom',
  publicDir: false,
  // Without an index.html to scan, Vite would discover packages one by one and reload the page for each.
  optimizeDeps: { entries: ['src/web/entry-client.tsx'] },
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The supported browsers of the README; tsconfig.json and no-newer-browser-apis.grit reject APIs that they lack.
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4'],
    // The CSP forbids data: stylesheets and fonts, so no asset is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every document loads these already: naming them again in each chunk would only take bytes.
      resolveDependencies: (_file, deps, { hostType }) =>
        hostType === 'js' ? deps.filter((name) => !/\/(initial|rolldown-runtime)-[^/]+$/.test(name)) : deps,
    },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
