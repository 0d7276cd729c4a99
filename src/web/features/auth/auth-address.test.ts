import { expect, test } from 'vitest';
import { authSearch, authStateOf } from './auth-address.ts';

test('reads tab and view from the query; login is the default tab', () => {
  expect(authStateOf('')).toEqual({ tab: 'login', view: undefined });
  expect(authStateOf('?tab=registration')).toEqual({ tab: 'registration', view: undefined });
  expect(authStateOf('?tab=registration&view=terms')).toEqual({ tab: 'registration', view: 'terms' });
});

test('the password reset view belongs to the login tab only', () => {
  expect(authStateOf('?view=reset')).toEqual({ tab: 'login', view: 'reset' });
  expect(authStateOf('?tab=registration&view=reset')).toEqual({ tab: 'registration', view: undefined });
  expect(authSearch('?from=%2Fservice', 'login', 'reset')).toBe('?from=%2Fservice&view=reset');
});

test('ignores unknown tabs and views', () => {
  expect(authStateOf('?tab=admin&view=privacy')).toEqual({ tab: 'login', view: undefined });
  expect(authStateOf('?tab=registration&view=secrets')).toEqual({ tab: 'registration', view: undefined });
});

test('a change of tab keeps the return address', () => {
  expect(authSearch('?from=%2Fservice%3Fadd', 'registration', 'privacy')).toBe('?from=%2Fservice%3Fadd&tab=registration&view=privacy');
  expect(authSearch('?tab=registration&view=privacy&from=%2Fuser', 'registration')).toBe('?from=%2Fuser&tab=registration');
  expect(authSearch('?tab=registration', 'login')).toBe('');
});
