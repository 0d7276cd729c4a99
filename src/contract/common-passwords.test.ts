import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'Password1!',
  'P@ssw0rd123',
  'Qwerty123!',
  '!Qwerty2024',
  'Admin@2026',
  'Ukraine1991!',
  'Iloveyou1!',
  'ABCabc123!',
  '12345678',
  'Cheese123!',
  'Liverpool1!',
  'Passw0rd!',
  '1qaz@WSX',
  'Zaq1@wsx',
  'India@123',
  'Probe123!',
  'Xyzzy@123',
])('reports %s as a common password', (password) => expect(isCommonPassword(password)).toBe(true));

test.each(['Borscht-Kite7!', 'Passwordless-Otter4!', 'tR8!kwz0QbX', 'Dragon!8Kq29xM', 'Zahid&Skrynia3', 'A8!4b2#9C%', 'Korovai-Otter123!'])(
  'accepts %s',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
