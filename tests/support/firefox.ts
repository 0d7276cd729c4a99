import { createHash } from 'node:crypto';
import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Playwright drives a stock Firefox over WebDriver BiDi (channel `moz-firefox`). No public option closes the gaps below, so this file
 * changes Playwright's internals. Written for Playwright 1.65 and Firefox 153; after an update, check whether it is still needed.
 */

type Send = (method: string, params?: object) => Promise<unknown>;

/**
 * Playwright sets the color scheme of each new context with a command that Firefox does not support; without this, no context can be
 * created.
 */
export function skipMediaFeatures(browser: Browser): void {
  const { _connection } = browser as unknown as { _connection: { toImpl(object: Browser): { _browserSession: { send: Send } } } };
  const session = _connection.toImpl(browser)._browserSession;
  const send = session.send.bind(session);
  session.send = async (method, params) => (method === 'emulation.setMediaFeaturesOverride' ? {} : send(method, params));
}

/**
 * `fill` assigns the field's `value` in the page, which React does not recognise as input. Inserts the text as an edit of the user instead,
 * with the browser's own `beforeinput` and `input` events.
 */
export async function insertTextAsUser(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const insertText = (text: string): void => void document.execCommand('insertText', false, text);
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insertText, set: () => undefined });
  });
}

const SCREENSHOT_STYLE = createHash('sha256').update('body {}').digest('base64');

/** Whether the message is about the style sheet that Playwright adds for the screenshot of a failed test, which the CSP blocks. */
export const isScreenshotStyle = (message: string): boolean => message.includes(SCREENSHOT_STYLE);
