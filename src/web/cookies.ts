const YEAR = 365 * 24 * 60 * 60;

/** Keeps a choice (theme, language) for a year where the server can read it before the first paint. */
export function keepChoice(name: 'theme' | 'lang', value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** Tells the server whether to render the next page for a user or for a visitor. Holds no secret. */
export function keepSessionHint(hasSession: boolean): void {
  const [value, age] = hasSession ? ['1', YEAR] : ['', 0];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `session=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
