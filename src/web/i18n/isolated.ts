const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Wraps a text with right-to-left letters in a first-strong isolate (U+2068, U+2069), for use in a sentence. Without it, digits and
 * punctuation that follow would be displayed between its letters.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
