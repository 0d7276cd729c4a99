import type { ReactNode } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: T; label: ReactNode /** Screen reader text of the dot: «не збережено». */; mark?: string | undefined }[];
  value: T;
  onChange: (value: T) => void;
}

/** A segmented control: a group of toggle buttons of which one is pressed. */
export function SegmentedControl<T extends string>({ label, options, value, onChange }: SegmentedControlProps<T>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
          {option.mark && (
            <>
              <span className={styles.mark} />
              <span className="visually-hidden">, {option.mark}</span>
            </>
          )}
        </button>
      ))}
    </fieldset>
  );
}
