import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { startFailure } from './start-failure.ts';

test('logs a failed start with its stack and its cause', () => {
  const text = startFailure(new Error('The database is away.', { cause: new Error('ECONNREFUSED') }));
  expect(text).toMatch(/^Carnet could not start\. The database is away\.\n.*\n +at .*\[cause\]: Error: ECONNREFUSED/s);
});

test('logs an invalid setting in one line', () => {
  const failure = (): string => {
    try {
      return String(readConfig({ MAIL_FROM: 'abc' }));
    } catch (error) {
      return startFailure(error);
    }
  };
  expect(failure()).toBe(
    'Carnet could not start. The setting MAIL_FROM is not valid: it should be an email address, like Carnet <carnet@example.com>.',
  );
});
