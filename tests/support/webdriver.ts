/** The W3C WebDriver commands that the WebKit tests need; see https://www.w3.org/TR/webdriver2/. */

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A reference to an element, as WebDriver passes it in both directions. */
export type ElementReference = Record<typeof ELEMENT, string>;

export interface WebDriver {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function body in the page; elements among arguments and results are references. */
  execute<T>(body: string, ...args: unknown[]): Promise<T>;
  click(element: ElementReference): Promise<void>;
  /** Types the text; for a file field, the path of the file to choose. */
  type(element: ElementReference, text: string): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Throws with WebDriver's own error code and message. */
async function command<T>(method: string, url: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}), signal: signal ?? null });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

/** Opens a browser through the driver at that URL; `signal` ends the attempt. */
export async function openSession(driver: string, capabilities: object, signal: AbortSignal): Promise<WebDriver> {
  const body = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await command<{ sessionId: string }>('POST', `${driver}/session`, body, signal);
  const session = `${driver}/session/${sessionId}`;
  const post = <T = void>(path: string, body: object = {}) => command<T>('POST', session + path, body);
  return {
    goTo: (url) => post('/url', { url }),
    reload: () => post('/refresh'),
    execute: (script, ...args) => post('/execute/sync', { script, args }),
    click: (element) => post(`/element/${element[ELEMENT]}/click`),
    type: (element, text) => post(`/element/${element[ELEMENT]}/value`, { text }),
    screenshot: async () => Buffer.from(await command<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => command('DELETE', session),
  };
}
