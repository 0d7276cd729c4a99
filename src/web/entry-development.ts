/** Client entry in development: React Refresh must be installed before React loads. Not part of a production build. */
// @ts-expect-error: served by Vite's React plugin
const refresh = await import('/@react-refresh');
refresh.default.injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type });
await import('./entry-client.tsx');

export {};
