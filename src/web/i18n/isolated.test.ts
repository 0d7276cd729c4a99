import { expect, test } from 'vitest';
import { createLoadedI18n } from './i18n.ts';

const i18n = createLoadedI18n('en', { shell: { deleted: '{{name}}, {{year}}: deleted' } });

test.each([
  ['Škoda <b>&', 'Škoda <b>&, 2011: deleted'],
  ['MAN שמונה', '\u2068MAN שמונה\u2069, 2011: deleted'],
  ['دراجة', '\u2068دراجة\u2069, 2011: deleted'],
])('interpolation isolates %s only if it has right-to-left letters', (name, text) => {
  expect(i18n.t('deleted', { name, year: 2011 })).toBe(text);
});
