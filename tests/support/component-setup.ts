import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { endAdminSession, endSession } from '#web/api/session.ts';
import { leaveAll } from './component.tsx';

// Far longer than any step takes on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no dialogs and no layout: components may call these methods, which do little or nothing.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
Element.prototype.scrollIntoView ??= () => undefined;
window.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;
window.matchMedia ??= (media: string) =>
  ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;

afterEach(async () => {
  cleanup();
  await leaveAll();
  endSession();
  endAdminSession();
  localStorage.clear();
  sessionStorage.clear();
});
