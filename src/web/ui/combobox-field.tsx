import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { ComboboxList, ListHandlers, ShownList } from './combobox-list.tsx';
import type { Suggestion } from './combobox-suggestions.ts';
import { TextField, type TextFieldProps } from './fields.tsx';

interface ComboboxFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'list' | 'popup'> {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
}

/**
 * A text field that suggests values and accepts any other. The list is loaded when the field is first focused; until then, and if it
 * cannot be loaded, this is a plain text field. The input stays the same element, so that focus, caret and keyboard stay too.
 */
export function ComboboxField({ value, onChange, suggestions, onFocus, onBlur, ...rest }: ComboboxFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const handlers = useRef<ListHandlers>(null);
  const isOpening = useRef(false);
  const [List, setList] = useState<typeof ComboboxList>();
  const [{ isShown, activeId }, setShown] = useState<ShownList>({ isShown: false });

  const load = () =>
    void import('./combobox-list.tsx').then(
      (loaded) => setList(() => loaded.ComboboxList),
      () => undefined,
    );

  /** Hands an event on to the list. An event that opens the list before it is loaded opens it then. */
  const handle = <Name extends keyof ListHandlers>(name: Name, event: SyntheticEvent, opens = false) => {
    isOpening.current = opens;
    (handlers.current?.[name] as ((event: SyntheticEvent) => void) | undefined)?.(event);
  };

  return (
    <TextField
      {...rest}
      ref={input}
      role="combobox"
      autoComplete="off"
      aria-autocomplete="list"
      aria-controls={List && id}
      aria-expanded={isShown}
      aria-activedescendant={activeId}
      value={value}
      onFocus={(event) => {
        load();
        onFocus?.(event);
      }}
      onBlur={(event) => {
        handle('onBlur', event);
        onBlur?.(event);
      }}
      onChange={(event) => {
        // Update the value synchronously: a later update of a controlled input moves the caret to the end.
        onChange(event.currentTarget.value);
        handle('onChange', event, true);
      }}
      onClick={(event) => handle('onClick', event, true)}
      onKeyDown={(event) => handle('onKeyDown', event, event.key === 'ArrowDown')}
      popup={
        List && (
          <List ref={handlers} {...{ id, input, value, onChange, suggestions }} isInitiallyOpen={isOpening.current} onShow={setShown} />
        )
      }
    />
  );
}
