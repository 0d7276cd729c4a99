import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { createBrowserRouter, createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { TRANSLATION_RETRIES } from '#contract/limits.ts';
import { changeLanguage, currentLanguage, loadTexts, startTexts } from '../i18n/browser-texts.ts';
import { LanguageSelect } from './language-select.tsx';

/** Requested files (`en/about`), and the statuses that their responses wait for; a file without an entry gets a 200 at once. */
let requested: string[];
let answers: Map<string, Promise<number>>;

const texts = (language: 'ua' | 'ru' | 'en', namespaces: string[]) =>
  Object.fromEntries(namespaces.map((name) => [name, { here: `${language} ${name}` }]));

beforeEach(() => {
  requested = [];
  answers = new Map();
  vi.stubGlobal('fetch', async (url: string) => {
    const file = /(\w+\/\w+)\.json/.exec(url)?.[1] ?? url;
    requested.push(file);
    const status = (await answers.get(file)) ?? 200;
    const [language, name] = file.split('/');
    return Response.json({ here: `${language} ${name}` }, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // biome-ignore lint/suspicious/noDocumentCookie: resets the choice after each test
  document.cookie = 'lang=; Max-Age=0; Path=/';
});

const start = () => startTexts('ua', texts('ua', ['shell', 'about']));

/** Delays the response for a file until the returned function is called. */
function delayResponse(file: string): (status: number) => void {
  let release: (status: number) => void = () => undefined;
  answers.set(file, new Promise((resolve) => (release = resolve)));
  return release;
}

test('a failed language change succeeds on the next attempt', async () => {
  vi.useFakeTimers();
  const i18n = start();
  answers.set('en/about', Promise.resolve(503));
  const first = changeLanguage('en');
  await vi.runAllTimersAsync();
  expect(await first).toBe('failed');
  expect(requested.filter((file) => file === 'en/about')).toHaveLength(TRANSLATION_RETRIES + 1);
  expect(i18n.t('about:here')).toBe('ua about');
  expect(document.cookie).not.toContain('lang=');
  answers.clear();
  expect(await changeLanguage('en')).toBe('changed');
  expect(i18n.t('about:here')).toBe('en about');
  expect(document.documentElement.lang).toBe('en');
  expect(document.cookie).toContain('lang=en');
});

test('a page opened later loads its texts only in the current language', async () => {
  const i18n = start();
  await changeLanguage('en');
  await changeLanguage('ru');
  requested = [];
  await loadTexts(['contact', 'about']);
  expect(requested).toEqual(['ru/contact']);
  expect(i18n.t('contact:here')).toBe('ru contact');
});

test('texts that could not be loaded are requested again by the next attempt', async () => {
  vi.useFakeTimers();
  start();
  answers.set('ua/contact', Promise.resolve(503));
  const failed = expect(loadTexts(['contact'])).rejects.toThrow('503');
  await vi.runAllTimersAsync();
  await failed;
  answers.clear();
  await loadTexts(['contact']);
});

test('a language change includes a page opened during the change', async () => {
  vi.useFakeTimers();
  const i18n = start();
  const release = delayResponse('en/about');
  answers.set('en/contact', Promise.resolve(503));
  const failed = changeLanguage('en');
  await loadTexts(['contact']);
  release(200);
  await vi.runAllTimersAsync();
  expect(await failed).toBe('failed');
  expect(i18n.t('contact:here')).toBe('ua contact');
  answers.clear();
  expect(await changeLanguage('en')).toBe('changed');
  expect(i18n.t('contact:here')).toBe('en contact');
});

test('texts requested before a language change and received after it are loaded in the new language', async () => {
  const i18n = start();
  const release = delayResponse('ua/contact');
  const loaded = loadTexts(['contact']);
  await changeLanguage('en');
  release(200);
  await loaded;
  expect(i18n.t('contact:here')).toBe('en contact');
});

test('the last of two quick choices wins, in whatever order the texts arrive', async () => {
  const i18n = start();
  const router = createMemoryRouter([{ path: '/', element: <LanguageSelect /> }]);
  const user = userEvent.setup();
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox');
  const releaseRussian = delayResponse('ru/about');
  const releaseEnglish = delayResponse('en/about');
  await user.selectOptions(select, 'ru');
  await user.selectOptions(select, 'en');
  expect(select.value).toBe('en');
  releaseEnglish(200);
  await waitFor(() => expect(currentLanguage()).toBe('en'));
  releaseRussian(200);
  await waitFor(() => expect(i18n.hasResourceBundle('ru', 'about')).toBe(true));
  expect(currentLanguage()).toBe('en');
  expect(select.value).toBe('en');
  expect(select.getAttribute('aria-busy')).toBe('false');

  const release = delayResponse('ru/home');
  await loadTexts(['home']);
  await user.selectOptions(select, 'ru');
  await user.selectOptions(select, 'en');
  release(200);
  await waitFor(() => expect(i18n.hasResourceBundle('ru', 'home')).toBe(true));
  expect(currentLanguage()).toBe('en');
});

test.each([
  ['removes the language from the URL', undefined, '/?sort=price'],
  ['does not undo a link followed while the texts are loading', '/elsewhere', '/elsewhere'],
])('a choice %s', async (_, link, url) => {
  const i18n = start();
  history.replaceState(null, '', '/?lang=ua&sort=price');
  const router = createBrowserRouter([
    {
      element: <LanguageSelect />,
      children: ['/', '/elsewhere'].map((path) => ({ path, element: null })),
    },
  ]);
  onTestFinished(() => router.dispose());
  render(
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>,
  );
  const release = delayResponse('en/about');
  await userEvent.selectOptions(screen.getByRole('combobox'), 'en');
  if (link) await act(() => router.navigate(link));
  release(200);
  await waitFor(() => expect(screen.getByRole('combobox').getAttribute('aria-busy')).toBe('false'));
  await waitFor(() => expect(router.createHref(router.state.location)).toBe(url));
});
