export interface Suggestion {
  value: string;
  /** Stands beside the value. */
  detail?: string | undefined;
}

const folded = (text: string): string => text.trim().toLowerCase();

/** Those with all typed words, the ones that begin with the text first; all of them for an empty field and after one was chosen. */
export function suggestionsFor(suggestions: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const text = folded(typed);
  if (text === '' || suggestions.some(({ value }) => folded(value) === text)) return suggestions;
  const words = text.split(/\s+/);
  const found = suggestions.filter(({ value }) => words.every((word) => folded(value).includes(word)));
  const isPrefixed = ({ value }: Suggestion) => folded(value).startsWith(text);
  return [...found.filter(isPrefixed), ...found.filter((suggestion) => !isPrefixed(suggestion))];
}
