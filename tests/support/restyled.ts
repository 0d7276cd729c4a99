import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

async function readStream(client: CDPSession, handle: string): Promise<string> {
  let text = '';
  for (;;) {
    const { data, eof } = await client.send('IO.read', { handle });
    text += data;
    if (eof) return text;
  }
}

/** The highest number of elements whose styles Chromium computed at once during `act`. */
export async function mostRestyled(page: Page, act: () => Promise<unknown>): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: { includedCategories: ['blink', 'devtools.timeline'] },
  });
  await act();
  // Resolves after the next frame, which contains the last change.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const completed = new Promise<{ stream?: string }>((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  const { stream = '' } = await completed;
  const { traceEvents } = JSON.parse(await readStream(client, stream)) as { traceEvents: TraceEvent[] };
  await client.detach();
  const counts = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : []));
  if (counts.length === 0) throw new Error('The trace contains no computation of styles.');
  return Math.max(...counts);
}
