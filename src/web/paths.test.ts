import { describe, expect, it } from 'vitest';
import { loginPath, returnPath } from './paths.ts';

describe('the return path of a login', () => {
  it.each([
    ['/service', '/service'],
    ['/service?q=vin&x=1', '/service?q=vin&x=1'],
  ])('is restored: %s', (from, back) => {
    expect(returnPath(loginPath(from).slice('/login'.length))).toBe(back);
  });

  it.each([
    ...['//other.example', '/\\other.example', 'https://other.example', 'javascript:alert(1)', ''],
    ...['/\t/other.example', '/\n/other.example', '/\r\\other.example', '\t//other.example', '/service\n'],
  ])('is never %j', (from) => {
    expect(returnPath(`?from=${encodeURIComponent(from)}`)).toBeUndefined();
  });

  it('is never the login page', () => {
    expect(loginPath('/login')).toBe('/login');
  });
});
