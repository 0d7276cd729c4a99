/** The words of an email or of its texts: without markup, line breaks and the full stops after addresses, which plain text leaves out. */
export const mailWords = (text = ''): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/(https?:\/\/\S*[^\s.])\.(?=\s|$)/g, '$1')
    .replace(/\s+/g, ' ');
