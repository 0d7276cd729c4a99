import { describe, expect, it } from 'vitest';
import { registrationInput } from '#contract/auth.ts';
import { fieldErrors, schemaResolver } from './schema-form.ts';

const good = {
  firstName: 'Олена',
  lastName: 'Коваль',
  email: 'olena@example.org',
  password: 'Kite7!wombat',
  confirmationCode: '123456',
  agreement: true,
};

describe('a form checked by a schema of the contract', () => {
  const check = schemaResolver(registrationInput);

  it('finds nothing in a good one', () => {
    expect(check(good)).toEqual({});
  });

  it('gives each field the key of its first fieldError', () => {
    expect(check({ ...good, firstName: '', password: 'short', agreement: false })).toEqual({
      firstName: 'validation.required',
      password: 'validation.password.length',
      agreement: 'validation.agreement',
    });
  });

  it('takes the errors that the server found, the first of a field', () => {
    const errors = [
      { field: 'vin', code: 'validation.vin.length', message: '' },
      { field: 'vin', code: 'validation.vin.letters', message: '' },
    ];
    expect(fieldErrors(errors)).toEqual({ vin: 'validation.vin.length' });
  });
});
