const YEAR = 365 * 24 * 60 * 60;

/** Stores a preference for a year in a cookie, which the server reads before the first paint. */
export function storePreference(name: 'theme' | 'lang', value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

/** Sets or removes the cookie that makes the server render pages for a user or for a visitor. It contains no secret. */
export function storeSessionHint(hasSession: boolean): void {
  const [value, age] = hasSession ? ['1', YEAR] : ['', 0];
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = `session=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
}
