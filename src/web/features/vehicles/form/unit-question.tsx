import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isConvertible, type UnitChange } from '#contract/units.ts';
import type { MileageUnit } from '#contract/vehicle-types.ts';
import type { Vehicle } from '#contract/vehicles.ts';
import { Button } from '../../../ui/button.tsx';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import type { VehicleDraft } from './vehicle-draft.ts';

interface UnitQuestionOptions {
  vehicle: Vehicle | undefined;
  original: VehicleDraft;
  onChosen: (draft: VehicleDraft, change: UnitChange) => void;
}

/** Asks before the unit of a vehicle with records changes: convert the readings, or correct a wrong unit? */
export function useUnitQuestion({ vehicle, original, onChosen }: UnitQuestionOptions) {
  const [asked, setAsked] = useState<VehicleDraft>();
  const count = vehicle?.entryCount ?? 0;
  const from = original.mileageUnit;

  /** Returns false if no confirmation is needed. */
  function ask(draft: VehicleDraft): boolean {
    const isUnitChanged = vehicle?.mileageUnit != null && draft.vehicleType !== 'bicycle' && draft.mileageUnit !== from;
    if (!isUnitChanged || count === 0) return false;
    setAsked(draft);
    return true;
  }
  function choose(change: UnitChange) {
    if (!asked) return;
    setAsked(undefined);
    onChosen(asked, change);
  }
  const question = <UnitQuestion count={count} from={from} to={asked?.mileageUnit} onChoose={choose} onClose={() => setAsked(undefined)} />;
  return { ask, question };
}

interface UnitQuestionProps {
  count: number;
  from: MileageUnit;
  /** undefined while the dialog is closed. */
  to: MileageUnit | undefined;
  onChoose: (change: UnitChange) => void;
  onClose: () => void;
}

/** The focus starts on the button that changes nothing. */
function UnitQuestion({ count, from, to, onChoose, onClose }: UnitQuestionProps) {
  const { t } = useTranslation('vehicleForm');
  const units = { from: t(`units.${from}`), to: t(`units.${to ?? from}`) };
  const mayConvert = isConvertible(from, to);
  return (
    <Dialog isOpen={to !== undefined} title={t('unitChange.title', units)} onClose={onClose}>
      <p>{t(mayConvert ? 'unitChange.distance' : 'unitChange.hours', { count })}</p>
      <div className={dialog.buttons}>
        <Button look="quiet" onClick={onClose} autoFocus>
          {t('unitChange.keep')}
        </Button>
        <Button look={mayConvert ? 'quiet' : 'filled'} onClick={() => onChoose('relabel')}>
          {t('unitChange.relabel')}
        </Button>
        {mayConvert && (
          <Button look="filled" onClick={() => onChoose('convert')}>
            {t('unitChange.convert', { count })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
