import { describe, expect, it } from 'vitest';
import { registrationInput } from '#contract/registration.ts';
import { fieldErrors, schemaResolver } from './schema-form.ts';

const valid = {
  firstName: 'Олена',
  lastName: 'Коваль',
  email: 'olena@example.org',
  password: 'Kite7!wombat',
  confirmationCode: '123456',
  agreement: true,
};

describe('a form validated by a contract schema', () => {
  const check = schemaResolver(registrationInput);

  it('has no errors for valid values', () => {
    expect(check(valid)).toEqual({});
  });

  it('reports the key of the first error of each field', () => {
    expect(check({ ...valid, firstName: '', password: 'short', agreement: false })).toEqual({
      firstName: 'validation.required',
      password: 'validation.password.length',
      agreement: 'validation.agreement',
    });
  });

  it('converts errors from the server, using the first of each field', () => {
    const errors = [
      { field: 'vin', code: 'validation.vin.length', message: '' },
      { field: 'vin', code: 'validation.vin.letters', message: '' },
    ];
    expect(fieldErrors(errors)).toEqual({ vin: 'validation.vin.length' });
  });
});
