import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './tools.mjs';

/** The Chromium of this machine, without what it would ask the net for. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Chromium has no sandbox for root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking', ...args],
  });
}
