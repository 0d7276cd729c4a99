import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanLine } from '#contract/plan.ts';
import type { ReadingUnit } from '#contract/vehicle-types.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './plan.module.css';
import { PlanStamp } from './plan-stamp.tsx';
import { isOnce, isOver, progressOf, usePlanTexts } from './use-plan-texts.ts';

/** What the buttons of a row do. */
export interface LineActions {
  done: () => void;
  edit: () => void;
  snooze: () => void;
  unsnooze: () => void;
  skip: () => void;
  undo: (completionId: number) => void;
  remove: () => void;
}

interface PlanRowProps {
  line: PlanLine;
  unit: ReadingUnit;
  /** undefined if the plan cannot be changed. */
  actions: LineActions | undefined;
  /** The first line that needs a stamp has the filled button. */
  isFirst: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** A form in place of the buttons. */
  children: ReactNode;
}

export const titleId = (lineId: number): string => `plan-line-${lineId}`;

/** A line of the plan: what it is, when it is due, and its stamp. Its title opens what can be done with it. */
export function PlanRow({ line, unit, actions, isFirst, isOpen, onToggle, children }: PlanRowProps) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const texts = usePlanTexts(unit);
  const panel = useId();
  const isWaiting = line.state !== 'fine';
  const progress = isOver(line) ? undefined : progressOf(line);
  return (
    <li className={styles.row} data-state={line.state}>
      <div>
        <h3>
          <button type="button" id={titleId(line.id)} aria-expanded={isOpen} aria-controls={panel} onClick={onToggle}>
            {line.title}
            <Icon name="chevron" size="small" />
          </button>
        </h3>
        <p className={styles.soft}>{texts.every(line)}</p>
        {progress !== undefined && (
          <svg className={styles.track} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect width="100" height="6" />
            <rect width={100 * progress} height="6" />
          </svg>
        )}
        <p className={styles.when}>
          <span className="visually-hidden">{t(`state.${line.state}`)}. </span>
          {texts.when(line) ?? t('when.unknown')}{' '}
          {texts.when(line) === undefined && actions && (
            <button type="button" className={styles.link} onClick={actions.edit}>
              {t('tell')}
            </button>
          )}
        </p>
        {line.snoozedUntil && (
          <p className={styles.soft}>
            {t('snoozed', { day: day(line.snoozedUntil) })}{' '}
            {actions && (
              <button type="button" className={styles.link} onClick={actions.unsnooze}>
                {t('unsnooze')}
              </button>
            )}
          </p>
        )}
      </div>
      <PlanStamp line={line} texts={texts} />
      {isWaiting && !isOpen && !children && actions && (
        <div className={styles.buttons}>
          <Button look={isFirst ? 'filled' : 'quiet'} icon="stamp" onClick={actions.done} aria-describedby={titleId(line.id)}>
            {t('done')}
          </Button>
          {!line.snoozedUntil && (
            <Button look="quiet" onClick={actions.snooze} aria-describedby={titleId(line.id)}>
              {t('snooze')}
            </Button>
          )}
        </div>
      )}
      <div id={panel} className={styles.panel} hidden={!isOpen && !children}>
        {children ?? (isOpen && <Opened line={line} actions={actions} distance={texts.distance} />)}
      </div>
    </li>
  );
}

/** When it was done last, and everything that can be done with the line. */
function Opened({ line, actions, distance }: Pick<PlanRowProps, 'line' | 'actions'> & { distance: (value: number) => string }) {
  const { t } = useTranslation('plan');
  const { day } = useFormat();
  const { lastDone, lastSkip } = line;
  const undone = lastSkip ?? lastDone;
  return (
    <>
      {lastDone && (
        <p>
          {lastDone.reading === null
            ? t('lastDone', { day: day(lastDone.performedOn) })
            : t('lastDoneAt', { day: day(lastDone.performedOn), reading: distance(lastDone.reading) })}
        </p>
      )}
      {lastSkip && <p>{t('skipped', { day: day(lastSkip.performedOn) })}</p>}
      {actions && (
        <fieldset className={styles.buttons} aria-label={t('actions', { name: line.title })}>
          <Button look="quiet" icon="stamp" onClick={actions.done}>
            {t('done')}
          </Button>
          <Button look="quiet" onClick={actions.edit}>
            {t('edit')}
          </Button>
          {!isOver(line) && !line.snoozedUntil && (
            <Button look="quiet" onClick={actions.snooze}>
              {t('snooze')}
            </Button>
          )}
          {!isOnce(line) && line.reason && (
            <Button look="quiet" onClick={actions.skip}>
              {t('skip')}
            </Button>
          )}
          {undone && (
            <Button look="quiet" onClick={() => actions.undo(undone.completionId)}>
              {t(lastSkip ? 'undoSkip' : 'undoDone')}
            </Button>
          )}
          <Button look="danger-plain" onClick={actions.remove}>
            {t('remove')}
          </Button>
        </fieldset>
      )}
    </>
  );
}
