import type { ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps<T extends string> {
  /** What is chosen between, for those who do not see it. */
  label: string;
  options: readonly { value: T; label: ReactNode /** Said beside a dot: «не збережено». */; mark?: string | undefined }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, all in sight; the chosen one lies on top. */
export function Switch<T extends string>({ label, options, value, onChange }: SwitchProps<T>) {
  return (
    <fieldset className={styles.switch} aria-label={label}>
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
