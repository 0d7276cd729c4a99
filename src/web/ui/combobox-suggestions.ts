export interface Suggestion {
  value: string;
  /** Shown next to the value. */
  detail?: string | undefined;
}

const normalized = (text: string): string => text.trim().toLowerCase();

/**
 * Returns the suggestions that contain all typed words, those that begin with the text first. Returns all if the field is empty or
 * equals a suggestion.
 */
export function suggestionsFor(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const text = normalized(typed);
  if (text === '' || suggestions.some(({ value }) => normalized(value) === text)) return suggestions;
  const words = text.split(/\s+/);
  const found = suggestions.filter(({ value }) => words.every((word) => normalized(value).includes(word)));
  const isPrefixed = ({ value }: Suggestion) => normalized(value).startsWith(text);
  return [...found.filter(isPrefixed), ...found.filter((suggestion) => !isPrefixed(suggestion))];
}
