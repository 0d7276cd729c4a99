import { expect, test } from 'vitest';
import { createLoadedI18n } from './i18n.ts';

const i18n = createLoadedI18n('ua', { shell: { text: '{{text}}' } });

test.each([
  ['протягом 24 годин', 'протягом 24~годин'],
  ['within 24 hours of payment', 'within 24~hours of payment'],
  ['губиться в бардачку', 'губиться в~бардачку'],
  ['І в місті, і за містом', 'І~в~місті, і~за містом'],
  ['Подробиці — у листі', 'Подробиці~— у~листі'],
  ['(з фото)', '(з~фото)'],
  ['книжка і 3 000 ₴', 'книжка і~3 000 ₴'],
  ['a car, I drive', 'a car, I drive'],
  ['5w-30 синтетика', '5w-30~синтетика'],
  ['', ''],
])('%s: the spaces that never end a line', (text, joined) => {
  expect(String(i18n.t('text', { text })).replaceAll('\u00a0', '~')).toBe(joined);
});
