/** The client's entry while developing: React's refresh must be in place before React is. Not part of a release. */
// @ts-expect-error: served by Vite's React plugin, no file of ours
const refresh = await import('/@react-refresh');
refresh.default.injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type });
await import('./entry-client.tsx');

export {};
