import react from '@vitejs/plugin-react';
import { defineConfig, type ESTree, type Plugin, parseSync, Visitor } from 'vite';
import { CALLED_PARTS } from './src/contract/endpoint.ts';

/**
 * Automatic splitting creates a dozen small chunks that compress poorly, so modules that load together share a chunk: what every page
 * needs, what most pages need, and what most forms need. Everything else is divided by `import()`.
 */
const groups = [
  // Apart from what they import, because the first chunk needs that, and no schema.
  {
    name: 'schemas',
    test: /node_modules[\\/]zod[\\/]|src[\\/]contract[\\/](?:fields|numbers)\./,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  { name: 'initial', tags: ['$initial' as const], priority: 3 },
  {
    name: 'calls',
    test: /src[\\/]contract[\\/](?:money|vehicle-type-list|tariffs|prices|payments|users|visits)\.ts|src[\\/]web[\\/](?:api[\\/](?!other-tabs\.|vehicles\.|plan\.)|i18n[\\/](?!use-sums\.))|src[\\/]web[\\/]ui[\\/]contents\./,
    priority: 2,
  },
  {
    name: 'interactive',
    test: /src[\\/]web[\\/](?:ui[\\/](?:badge|confirm-dialog|dialog|empty-state|facts|fields|hidden-username|lazy-part|load-failure|notice|sheet|skeleton|table-roles|unknown-height|use-is-below|use-root-mark)|forms[\\/](?:enter-key|failure-notice|person-fields|schema-form|submit-button|use-submit))\./,
    priority: 1,
  },
  {
    name: 'book',
    test: /src[\\/](?:contract[\\/](?:records|vehicle-types|folded|fuels|entry-kinds)|web[\\/](?:vehicle-name|features[\\/]entries[\\/]entry|ui[\\/](?:focus-on|left-out|use-url-text|use-url-params)))\./,
    includeDependenciesRecursively: false,
  },
];

const isBrowser = ({ name }: { name: string }): boolean => name === 'client';

const CALLED: readonly string[] = CALLED_PARTS;
const PURE = '/* @__PURE__ */ ';

/**
 * Prepares a file of the contract for the browser: removes the parts of endpoints that only the server and the OpenAPI document read, and
 * marks what initializes its constants as free of effects, so that unused schemas are left out. Keeps the number of lines.
 */
function forBrowser(code: string): string {
  const edits = new Map<number, { end: number; text: string }>();
  let functions = 0;
  const enter = () => void functions++;
  const leave = () => void functions--;
  const mark = ({ start }: { start: number }) => functions === 0 && edits.set(start, { end: start, text: PURE });
  const cut = ({ properties, end: close }: ESTree.ObjectExpression) => {
    for (const [index, property] of properties.entries()) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier' || CALLED.includes(property.key.name)) continue;
      const end = properties[index + 1]?.start ?? close - 1;
      edits.set(property.start, { end, text: code.slice(property.start, end).replace(/[^\n]/g, '') });
    }
  };
  const objects = new Map<string, ESTree.ObjectExpression>();
  const visitor = new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    NewExpression: mark,
    VariableDeclarator({ id, init }) {
      const value = init?.type === 'TSAsExpression' ? init.expression : init;
      if (id.type === 'Identifier' && value?.type === 'ObjectExpression') objects.set(id.name, value);
    },
    CallExpression(call) {
      mark(call);
      const [definition] = call.arguments;
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return;
      cut(definition);
      // Parts that several endpoints share.
      for (const property of definition.properties) {
        const shared = property.type === 'SpreadElement' && property.argument.type === 'Identifier' && objects.get(property.argument.name);
        if (shared) cut(shared);
      }
    },
  });
  visitor.visit(parseSync('contract.ts', code).program);
  let result = '';
  let position = 0;
  for (const [start, { end, text }] of [...edits].sort(([a], [b]) => a - b)) {
    if (start < position) continue; // inside a removed part
    result += code.slice(position, start) + text;
    position = end;
  }
  return result + code.slice(position);
}

/**
 * Without it the browser would load the schemas of answers, which it never parses. The tests of src/web use it too: they fail if the
 * browser reads a removed part.
 */
export const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/contract\/[^/]+\.ts$/ },
    handler: (code) => ({ code: forBrowser(code), map: null, moduleSideEffects: false }),
  },
};

const TYPES_OF_OTHER_HOOKS = /^(?!useCombobox\b)\w+\.stateChangeTypes = \w+;$/gm;

/** Leaves out the hooks of downshift that Carnet does not use. The bundler would keep them because of these assignments. */
const onlyCombobox: Plugin = {
  name: 'only-combobox',
  applyToEnvironment: isBrowser,
  transform: {
    filter: { id: /\/downshift\.esm\.mjs$/ },
    handler: (code) => ({ code: code.replace(TYPES_OF_OTHER_HOOKS, ''), map: null }),
  },
};

const fileNames = {
  // The first chunk names two hundred files: a digit takes half a byte there, a character of base 64 more.
  hashCharacters: 'hex' as const,
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/**
 * Configuration of the browser code; scripts/build.mjs adds the entry points of its three builds, the development server uses it as it is.
 */
export default defineConfig({
  plugins: [{ ...withoutServerParts, applyToEnvironment: isBrowser }, onlyCombobox, react()],
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
    // The first chunk names two hundred files, whose hashes do not compress. Shorter ones than of 7 characters are rejected.
    rolldownOptions: { output: { ...fileNames, codeSplitting: { groups } } },
  },
});
