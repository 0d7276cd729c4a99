import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { endSession, startSession } from '../api/session.ts';
import { draftKeys, findOrphans, hasDraft, readDraft, writeDraft } from './drafts.ts';
import { claimDrafts, clearDrafts } from './remove-drafts.ts';
import { RestoredDraft } from './restored-draft.tsx';

const FRESH = { values: { name: '', price: '0' }, attempt: undefined };
const NOTE = { text: '' };
const DAY = 86_400_000;

/** Continues in the tab with this id. */
function inTab(id: string): void {
  sessionStorage.clear();
  sessionStorage.setItem('carnet-tab', id);
}
const logIn = (userId: number, isOwnDevice = true) => startSession({ token: `token ${userId}`, userId, isOwnDevice });
const storedCount = () => Object.keys(localStorage).filter((name) => name.startsWith('carnet-draft.')).length;

/** Tabs that are open, for the locks that jsdom does not have. */
let open: string[] = [];
beforeEach(() => {
  open = [];
  const request = (_: string, __: object, hold: () => Promise<void>) => hold();
  const query = async () => ({ held: open.map((id) => ({ name: `carnet-tab.${id}` })) });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query } });
  inTab('first');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
  endSession();
});

const storeText = (key: string, text: string) => sessionStorage.setItem(`carnet-draft.0.first.${key}`, text);

test.each(['{"draft":', 'null', '7', '[]', '{}', '{"at":1,"draft":null}', '{"at":1,"draft":[1]}', '{"draft":{"text":"x"}}'])(
  'the invalid stored text %s is ignored, and the next draft is stored',
  (text) => {
    storeText('note', text);
    expect(draftKeys('')).toEqual([]);
    expect(readDraft('note', NOTE)).toBeUndefined();
    writeDraft('note', { text: 'spare key' });
    expect(readDraft('note', NOTE)).toEqual({ text: 'spare key' });
  },
);

test('missing fields of a draft and fields of another type are replaced by the initial values', () => {
  const draft = { values: { name: 'Oil', price: 5, old: 1 }, attempt: { content: 'a', key: 'b' } };
  storeText('record', JSON.stringify({ at: 1, draft }));
  expect(readDraft('record', FRESH)).toEqual({ values: { name: 'Oil', price: '0' }, attempt: { content: 'a', key: 'b' } });
});

test('a draft of a user survives its tab, and then belongs to the tab whose form takes it', async () => {
  logIn(3);
  writeDraft('note', { text: 'spare key' });
  inTab('second');
  open = ['first', 'second'];
  await findOrphans();
  expect(hasDraft('note')).toBe(false);
  open = ['second'];
  await findOrphans();
  expect(draftKeys('no')).toEqual(['note']);
  expect(readDraft('note', NOTE)).toEqual({ text: 'spare key' });
  inTab('third');
  open = ['second', 'third'];
  await findOrphans();
  expect(readDraft('note', NOTE)).toBeUndefined();
});

test('a form has one draft in each tab, and the newest of closed tabs is offered first', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  logIn(3);
  for (const [n, id] of ['first', 'second'].entries()) {
    inTab(id);
    vi.setSystemTime(n);
    writeDraft('note', { text: id });
  }
  vi.useRealTimers();
  inTab('first');
  expect(readDraft('note', NOTE)).toEqual({ text: 'first' });
  for (const name of Object.keys(localStorage)) {
    const stored = localStorage.getItem(name) ?? '';
    if (name.startsWith('carnet-draft.'))
      localStorage.setItem(name, JSON.stringify({ ...JSON.parse(stored), at: Date.now() + (stored.includes('second') ? 1 : 0) }));
  }
  inTab('third');
  await findOrphans();
  expect(readDraft('note', NOTE)).toEqual({ text: 'second' });
  writeDraft('note', undefined);
  expect(readDraft('note', NOTE)).toEqual({ text: 'first' });
});

test('a draft older than 14 days is removed', async () => {
  logIn(3);
  writeDraft('note', { text: 'old' });
  writeDraft('record', { text: 'new' });
  const name = 'carnet-draft.3.first.note';
  localStorage.setItem(name, JSON.stringify({ at: Date.now() - 14 * DAY - 1, draft: { text: 'old' } }));
  await findOrphans();
  expect(draftKeys('')).toEqual(['record']);
});

test('a logout removes the drafts of all tabs, and a login those of another account', () => {
  logIn(3);
  writeDraft('note', { text: 'spare key' });
  inTab('second');
  logIn(4);
  expect(hasDraft('note')).toBe(false);
  claimDrafts();
  expect(storedCount()).toBe(0);
  writeDraft('note', { text: 'another' });
  inTab('third');
  clearDrafts();
  expect(storedCount()).toBe(0);
});

test('on a device of somebody else a draft ends with its tab', async () => {
  logIn(3, false);
  writeDraft('note', { text: 'spare key' });
  expect(readDraft('note', NOTE)).toEqual({ text: 'spare key' });
  expect(storedCount()).toBe(0);
  inTab('second');
  await findOrphans();
  expect(hasDraft('note')).toBe(false);
});

test('what a visitor has typed in the tab stays after the login', () => {
  writeDraft('contact', { text: 'Hello' });
  logIn(3);
  claimDrafts();
  expect(readDraft('contact', NOTE)).toEqual({ text: 'Hello' });
  endSession();
  expect(hasDraft('contact')).toBe(false);
});

test('a changed draft is stored without the others', () => {
  logIn(3);
  writeDraft('note', { text: 'spare key' });
  writeDraft('record', { text: 'oil' });
  const set = vi.spyOn(Storage.prototype, 'setItem');
  writeDraft('record', { text: 'oil filter' });
  expect(set.mock.calls.map(([name, text]) => [name, JSON.parse(text).draft])).toEqual([
    ['carnet-draft.3.first.record', { text: 'oil filter' }],
  ]);
  set.mockRestore();
});

function Form() {
  const [text, setText] = useState(() => readDraft('note', NOTE)?.text ?? '');
  return (
    <>
      <RestoredDraft draftKey="note" onDiscard={() => setText('')} />
      <output>{text}</output>
    </>
  );
}

test('a form says that its input is from a closed tab, and can discard it', async () => {
  logIn(3);
  writeDraft('note', { text: 'spare key' });
  inTab('second');
  await findOrphans();
  const { user, say } = show(<Form />);
  expect(document.querySelector('output')?.textContent).toBe('spare key');
  await user.click(screen.getByRole('button', { name: say('forms:restored.discard') }));
  expect(screen.queryByRole('button', { name: say('forms:restored.discard') })).toBeNull();
  expect(document.querySelector('output')?.textContent).toBe('');
  expect(storedCount()).toBe(0);
});
