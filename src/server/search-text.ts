/** As texts are compared in searches: lower case, without apostrophes, and with е for ё, which people type for each other. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’ʼ`]/g, '')
    .replaceAll('ё', 'е');
