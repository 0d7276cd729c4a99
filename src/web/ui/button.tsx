import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { classOf } from './class-of.ts';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  /** Use one `filled` button per view, dialog or row, and `danger` only in a confirmation dialog. */
  look?: 'filled' | 'quiet' | 'plain' | 'danger' | 'danger-plain';
  size?: 'small' | 'large';
  isWide?: boolean;
  icon?: IconName;
}

const lookOf = ({ look, size, isWide }: Look) => ({ 'data-look': look, 'data-size': size, 'data-wide': isWide || undefined });
interface Pause {
  /** Temporarily ignores presses but keeps the focus, unlike `disabled`. */
  isPaused?: boolean | undefined;
}

// Preventing the click also prevents the submit, including one by Enter in a field.
const ignorePress = (event: MouseEvent) => event.preventDefault();

interface ButtonProps extends Look, Pause, ComponentProps<'button'> {
  /** Paused, with a spinner; shows `busyText` without a change of width. */
  isBusy?: boolean;
  busyText?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { look, size, isWide, icon, isBusy, busyText, isPaused, className, children, disabled, onClick, ...rest } = props;
  const isOff = isBusy || isPaused;
  return (
    <button
      type="button"
      {...rest}
      onClick={isOff ? ignorePress : onClick}
      {...lookOf({ look, size, isWide } as Look)}
      className={classOf(styles.button, className)}
      disabled={disabled && !isOff}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
    >
      {icon && !isBusy && <Icon name={icon} />}
      {isBusy && <span className={styles.spinner} />}
      {busyText ? (
        <span className={styles.words}>
          <span data-off={isBusy || undefined} aria-hidden={isBusy || undefined}>
            {children}
          </span>
          <span data-off={!isBusy || undefined} aria-hidden={!isBusy || undefined}>
            {busyText}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({ look, size, isWide, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link data-button {...rest} {...lookOf({ look, size, isWide } as Look)} className={classOf(styles.button, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends Pause, Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  /** Red on hover. */
  isDanger?: boolean;
}

export function IconButton({ icon, label, isDanger, isPaused, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={isPaused ? ignorePress : onClick}
      aria-disabled={isPaused || undefined}
      className={classOf(styles.iconButton, className)}
      data-danger={isDanger || undefined}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}

export function IconLink({ icon, label, className, ...rest }: Omit<LinkProps, 'children'> & { icon: IconName; label: string }) {
  return (
    <Link {...rest} className={classOf(styles.iconButton, className)} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  );
}
