import { type Browser, chromium } from '@playwright/test';
import { findHeadlessChromium } from './tools.mjs';

/** Launches the Chromium of this machine without its background network requests. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Chromium has no sandbox when it runs as root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--disable-background-networking', ...args],
  });
}
