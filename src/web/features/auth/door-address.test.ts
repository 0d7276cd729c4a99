import { expect, test } from 'vitest';
import { doorOf, doorSearch } from './door-address.ts';

test('the address tells tab and view, and login is what stands without a word', () => {
  expect(doorOf('')).toEqual({ tab: 'login', view: undefined });
  expect(doorOf('?tab=registration')).toEqual({ tab: 'registration', view: undefined });
  expect(doorOf('?tab=registration&view=terms')).toEqual({ tab: 'registration', view: 'terms' });
});

test('a forgotten password is a view of the login alone', () => {
  expect(doorOf('?view=reset')).toEqual({ tab: 'login', view: 'reset' });
  expect(doorOf('?tab=registration&view=reset')).toEqual({ tab: 'registration', view: undefined });
  expect(doorSearch('?from=%2Fservice', 'login', 'reset')).toBe('?from=%2Fservice&view=reset');
});

test('what no tab or view is called is passed over', () => {
  expect(doorOf('?tab=admin&view=privacy')).toEqual({ tab: 'login', view: undefined });
  expect(doorOf('?tab=registration&view=secrets')).toEqual({ tab: 'registration', view: undefined });
});

test('a change of tab keeps where the login leads back to', () => {
  expect(doorSearch('?from=%2Fservice%3Fadd', 'registration', 'privacy')).toBe('?from=%2Fservice%3Fadd&tab=registration&view=privacy');
  expect(doorSearch('?tab=registration&view=privacy&from=%2Fuser', 'registration')).toBe('?from=%2Fuser&tab=registration');
  expect(doorSearch('?tab=registration', 'login')).toBe('');
});
