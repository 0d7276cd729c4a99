import type { Pages } from '#server/ports/pages.ts';

/** Pages without the browser code. */
export const barePages = (render: Pages['render']): Pages => ({ addressOf: (url) => url.split('?', 1)[0] ?? '/', render, files: {} });
