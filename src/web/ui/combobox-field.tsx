import { useCombobox } from 'downshift';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './combobox-field.module.css';
import { type Suggestion, suggestionsFor } from './combobox-suggestions.ts';
import { TextField, type TextFieldProps } from './fields.tsx';

interface ComboboxFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'list' | 'popup'> {
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
}

const noSelection = { selectedItem: null };

/** A text field that suggests values and accepts any other. */
export function ComboboxField({ value, onChange, suggestions, onFocus, onBlur, ...rest }: ComboboxFieldProps) {
  const { t } = useTranslation();
  const items = suggestionsFor(suggestions, value);
  const { isOpen, highlightedIndex, closeMenu, getInputProps, getMenuProps, getItemProps } = useCombobox<Suggestion>({
    items: [...items],
    itemToString: (item) => item?.value ?? '',
    inputValue: value,
    ...noSelection,
    // On blur downshift would select the highlighted item; keep the typed text.
    stateReducer: (_, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, ...noSelection, inputValue: value } : changes,
    onSelectedItemChange: ({ type, selectedItem }) => {
      if (selectedItem && type !== useCombobox.stateChangeTypes.InputBlur) onChange(selectedItem.value);
    },
  });
  const isShown = isOpen && items.length > 0;

  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const nativeEvent = event.nativeEvent as Event & { preventDownshiftDefault?: boolean };
    const isChosen = isShown && highlightedIndex >= 0;
    // Enter without a highlighted suggestion submits the form, Escape with a closed list reaches the form, Home and End move the caret.
    if (event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && !isChosen) || (event.key === 'Escape' && !isShown)) {
      nativeEvent.preventDownshiftDefault = true;
      if (event.key === 'Enter') closeMenu();
    } else if (event.key === 'Escape') event.stopPropagation();
  }

  const { 'aria-labelledby': _, ...input } = getInputProps({
    onKeyDown: handleKeyDown,
    // Update the value synchronously: a later update of a controlled input moves the caret to the end.
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
    onFocus: onFocus as (event: FocusEvent<HTMLInputElement>) => void,
    onBlur,
  });
  return (
    <TextField
      {...rest}
      {...input}
      aria-expanded={isShown}
      popup={
        <ul {...getMenuProps({ ref: list, 'aria-label': t('suggestions') })} className={styles.list} hidden={!isShown}>
          {isShown &&
            items.map((item, index) => (
              <li
                {...getItemProps({ item, index })}
                key={item.value}
                className={styles.item}
                data-highlighted={index === highlightedIndex || undefined}
              >
                <span className={styles.value}>{item.value}</span>
                {item.detail && <span className={styles.detail}>{item.detail}</span>}
              </li>
            ))}
        </ul>
      }
    />
  );
}
