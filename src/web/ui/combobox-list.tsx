import { useCombobox } from 'downshift';
import {
  type ComponentProps,
  type KeyboardEvent,
  type Ref,
  type RefCallback,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import styles from './combobox-list.module.css';
import { isSuggested, type Suggestion, suggestionsFor } from './combobox-suggestions.ts';

/** What the input of the field hands on to the list. */
export type ListHandlers = Pick<ComponentProps<'input'>, 'onBlur' | 'onChange' | 'onClick' | 'onKeyDown'>;

export interface ShownList {
  isShown: boolean;
  /** Id of the highlighted suggestion. */
  activeId?: string | undefined;
}

interface ComboboxListProps {
  ref: Ref<ListHandlers>;
  id: string;
  input: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  isInitiallyOpen: boolean;
  /** Called when the list or another suggestion is shown; always the same function. */
  onShow: (shown: ShownList) => void;
}

const noSelection = { selectedItem: null };

/** The suggestions of a `ComboboxField`. Loaded separately, because Downshift is larger than the rest of a form. */
export function ComboboxList({ ref, id, input, value, onChange, suggestions, isInitiallyOpen, onShow }: ComboboxListProps) {
  const { t } = useTranslation();
  const items = suggestionsFor(suggestions, value);
  const { isOpen, highlightedIndex, closeMenu, getInputProps, getMenuProps, getItemProps } = useCombobox<Suggestion>({
    menuId: id,
    items: [...items],
    itemToString: (item) => item?.value ?? '',
    inputValue: value,
    initialIsOpen: isInitiallyOpen && !isSuggested(suggestions, value),
    ...noSelection,
    stateReducer: (_, { type, changes }) => {
      // On blur downshift would select the highlighted item; keep the typed text.
      if (type === useCombobox.stateChangeTypes.InputBlur) return { ...changes, ...noSelection, inputValue: value };
      // A suggestion that is typed in full needs no list over the next fields; a click or an arrow key still opens it.
      const isTyped = type === useCombobox.stateChangeTypes.InputChange;
      return isTyped && isSuggested(suggestions, changes.inputValue ?? '') ? { ...changes, isOpen: false } : changes;
    },
    onSelectedItemChange: ({ type, selectedItem }) => {
      if (selectedItem && type !== useCombobox.stateChangeTypes.InputBlur) onChange(selectedItem.value);
    },
  });
  const isShown = isOpen && items.length > 0;

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const nativeEvent = event.nativeEvent as Event & { preventDownshiftDefault?: boolean };
    const isChosen = isShown && highlightedIndex >= 0;
    // Enter without a highlighted suggestion submits the form, Escape with a closed list reaches the form, Home and End move the caret.
    if (event.key === 'Home' || event.key === 'End' || (event.key === 'Enter' && !isChosen) || (event.key === 'Escape' && !isShown)) {
      nativeEvent.preventDownshiftDefault = true;
      if (event.key === 'Enter') closeMenu();
    } else if (event.key === 'Escape') event.stopPropagation();
  }

  const { ref: setInput, onBlur, onChange: onInput, onClick, onKeyDown, ...attributes } = getInputProps({ onKeyDown: handleKeyDown });
  const activeId = attributes['aria-activedescendant'] || undefined;
  useLayoutEffect(() => (setInput as RefCallback<HTMLInputElement>)(input.current));
  useImperativeHandle(ref, () => ({ onBlur, onChange: onInput, onClick, onKeyDown }));
  useLayoutEffect(() => onShow({ isShown, activeId }), [isShown, activeId, onShow]);

  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (isShown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);

  return (
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
  );
}
