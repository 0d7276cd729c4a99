import { type Browser, chromium } from '@playwright/test';
import { findHeadlessChromium } from './tools.mjs';

/** The Chromium of this machine, without what it would ask the net for. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Chromium has no sandbox for root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking', ...args],
  });
}
