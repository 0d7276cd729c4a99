import { folded } from '#contract/folded.ts';

export interface Suggestion {
  value: string;
  /** Shown next to the value. */
  detail?: string | undefined;
}

/** Whether the text is one of the suggestions, in upper or lower case. */
export const isSuggested = (suggestions: readonly Suggestion[], typed: string): boolean =>
  suggestions.some(({ value }) => value.toLowerCase() === typed.trim().toLowerCase());

/**
 * Returns the suggestions that contain all typed words, those that begin with the text first. Returns all if the field is empty or
 * is a suggestion in upper or lower case.
 */
export function suggestionsFor(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const text = folded(typed);
  if (text === '' || isSuggested(suggestions, typed)) return suggestions;
  const words = text.split(' ');
  const found = suggestions.filter(({ value }) => words.every((word) => folded(value).includes(word)));
  const isPrefixed = ({ value }: Suggestion) => folded(value).startsWith(text);
  return [...found.filter(isPrefixed), ...found.filter((suggestion) => !isPrefixed(suggestion))];
}
