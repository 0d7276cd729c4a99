import { describe, expect, it } from 'vitest';
import { loginPath, returnPath } from './paths.ts';

describe('the way back from a login', () => {
  it.each([
    ['/service', '/service'],
    ['/service?q=vin&x=1', '/service?q=vin&x=1'],
  ])('leads to %s', (from, back) => {
    expect(returnPath(loginPath(from).slice('/login'.length))).toBe(back);
  });

  it.each(['//other.example', '/\\other.example', 'https://other.example', 'javascript:alert(1)', ''])('never leads to %s', (from) => {
    expect(returnPath(`?from=${encodeURIComponent(from)}`)).toBeUndefined();
  });

  it('does not lead to the login itself', () => {
    expect(loginPath('/login')).toBe('/login');
  });
});
