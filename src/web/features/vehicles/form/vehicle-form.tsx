import type { FormErrors } from '@mantine/form';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyInput } from '#contract/endpoint.ts';
import type { UnitChange } from '#contract/units.ts';
import { numberFieldOf, type VehicleType } from '#contract/vehicle-types.ts';
import { createVehicle, updateVehicle, type Vehicle } from '#contract/vehicles.ts';
import { type Attempt, useAttemptKey } from '../../../api/attempt-key.ts';
import { type CallFailure, call } from '../../../api/call.ts';
import { readDraft, useStoredDraft, writeDraft } from '../../../forms/drafts.ts';
import { handleEnter } from '../../../forms/enter-key.ts';
import { FailureNotice } from '../../../forms/failure-notice.tsx';
import { useLeaveGuard } from '../../../forms/leave-guard.tsx';
import { RestoredDraft } from '../../../forms/restored-draft.tsx';
import { fieldErrors, scrollToTop, submitHandler } from '../../../forms/schema-form.ts';
import { useChangedMeanwhile } from '../../../forms/use-changed-meanwhile.tsx';
import { useSubmitForm } from '../../../forms/use-submit-form.ts';
import { focusPhoto, useSubmitWhenReady } from '../../../forms/use-submit-when-ready.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { localYear } from '../../../local-day.ts';
import type { Photo } from '../../../photos/photo.ts';
import { PhotoField } from '../../../photos/photo-field.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import sheet from '../../../ui/sheet.module.css';
import { Sheet } from '../../../ui/sheet.tsx';
import { useMileageSource } from '../page/mileage-source.tsx';
import { PlanLink } from '../plan-link.tsx';
import { useFormOrigin } from './form-origin.ts';
import { TypeTiles } from './type-tiles.tsx';
import { useUnitQuestion } from './unit-question.tsx';
import { useDrawing } from './use-drawing.ts';
import { useNotedForm } from './use-noted-form.tsx';
import { useTypeStep } from './use-type-step.ts';
import {
  bodyOf,
  changesOf,
  changesWithUnit,
  checkDraft,
  draftOf,
  EMPTY_DRAFT,
  type VehicleDraft,
  type VehicleValues,
  valuesOf,
  withType,
} from './vehicle-draft.ts';
import { VehicleFields } from './vehicle-fields.tsx';
import styles from './vehicle-form.module.css';

interface VehicleFormProps {
  vehicle: Vehicle | undefined;
  onSaved: (vehicle: Vehicle) => void;
  /** The vehicle no longer exists or has other values. */
  onOutdated: () => void;
}

interface StoredVehicle {
  values: VehicleDraft;
  /** Set for a new vehicle whose response was lost; the key is reused only if the same photo is chosen again. */
  attempt: Attempt | undefined;
  /** Of an existing vehicle: the values that the form began with. */
  seen?: VehicleValues | undefined;
}

const CHANGED = 'api.changed';
const PHOTO_PATH = 'vehicle-image';
const tab = `${sheet.tab} ${styles.tab}`;

type Body = BodyInput<typeof createVehicle>;

/** Errors by field, including a number that already exists and an unusable photo. */
function errorsOf(failure: CallFailure, draft: VehicleDraft): FormErrors {
  const { unitChange, ...errors } = fieldErrors(failure.errors);
  // The unit was changed in another tab.
  if (unitChange) return { ...errors, mileage: 'validation.reading.unit' };
  if (Object.keys(errors).length > 0 || draft.vehicleType === '') return errors;
  if (failure.code === 'carsApi.409') return { [numberFieldOf(draft.vehicleType)]: failure.code };
  return failure.code.startsWith('imageApi.') ? { image: failure.code } : {};
}

/** The type, its fields and the photo. Rejected input stays, with the errors at their fields. */
export function VehicleForm({ vehicle, onSaved, onOutdated }: VehicleFormProps) {
  const { t } = useTranslation(['vehicleForm', 'forms', 'vehicles']);
  const language = useLanguage();
  const origin = useFormOrigin();
  const [photo, setPhoto] = useState<Photo>();
  const lacksPhoto = useRef(!vehicle);
  lacksPhoto.current = !vehicle && !photo;
  const draftKey = `vehicleForm.${vehicle?.id ?? 'new'}`;
  const [stored] = useState(() => {
    const values = vehicle ? draftOf(vehicle, language) : EMPTY_DRAFT;
    return readDraft<StoredVehicle>(draftKey, { values, attempt: undefined, seen: undefined });
  });
  const [shown, setShown] = useState(() => vehicle && { ...valuesOf(vehicle), ...stored?.seen });
  const [original, setOriginal] = useState(() => (shown ? draftOf(shown, language) : EMPTY_DRAFT));
  const attempt = useAttemptKey(stored?.attempt);
  const { form, isSending, failure, submit } = useSubmitForm<VehicleDraft>({
    name: 'vehicle',
    initialValues: stored?.values ?? original,
    validate: (draft) => ({ ...checkDraft(draft), ...(lacksPhoto.current && { image: 'validation.image.required' }) }),
    onFailure: ({ status, code }) => {
      scrollToTop();
      if (status === 404 || code === CHANGED) onOutdated();
    },
  });
  const meanwhile = useChangedMeanwhile(form);
  const noted = useNotedForm(form, meanwhile.noteOf);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(original);
  const forget = () => writeDraft(draftKey, undefined);
  const draft: StoredVehicle = { values: form.values, attempt: attempt.current(), seen: shown };
  useStoredDraft(draftKey, isChanged ? draft : undefined);
  const ready = useSubmitWhenReady(focusPhoto);
  const { dialog, allowLeaving } = useLeaveGuard(isChanged || photo !== undefined || ready.isPreparing, forget);
  const mileageHelp = useMileageSource(vehicle);
  const unit = useUnitQuestion({ vehicle, original, onChosen: (draft, change) => void save(draft, change) });
  const { vehicleType } = form.values;
  const typeStep = useTypeStep(vehicleType);
  const drawing = useDrawing(form.values);
  const errorCount = Object.keys(form.errors).length;

  function handlePhoto(next: Photo) {
    setPhoto(next);
    form.clearFieldError('image');
  }

  const save = (draft: VehicleDraft, unitChange?: UnitChange) =>
    submit(
      async () => {
        if (!unitChange && unit.ask(draft)) return undefined;
        const changes = unitChange ? changesWithUnit(draft, original, unitChange) : changesOf(draft, original);
        const body = (vehicle ? changes : bodyOf(draft)) as Body;
        const image = photo?.image;
        const isAnyChanged = Object.keys(body).length > 0;
        if (vehicle && !image && !isAnyChanged) {
          finish(vehicle);
          return undefined;
        }
        const key = `${JSON.stringify(body)} ${photo?.name} ${image?.size}`;
        const result = vehicle
          ? await call(updateVehicle, {
              params: { vehicleId: vehicle.id },
              query: { year: localYear() },
              body: { ...body, ...(isAnyChanged && { seen: shown }) },
              image,
            })
          : await call(createVehicle, { body, image, idempotencyKey: attempt.keyOf(key) });
        if (result.success) finish(result.data);
        else if (result.code === CHANGED) takeStored(result.data as VehicleValues);
        return result;
      },
      (failed) => errorsOf(failed, draft),
    );

  function takeStored(values: VehicleValues) {
    const typed = draftOf(values, language);
    meanwhile.takeOver(typed, original);
    setOriginal(typed);
    setShown(values);
  }
  function finish(saved: Vehicle) {
    allowLeaving();
    forget();
    onSaved(saved);
  }

  return (
    <form
      ref={ready.form}
      noValidate
      onKeyDown={(event) => handleEnter(event, form)}
      {...typeStep.formProps}
      onSubmit={ready.submitWhenReady(submitHandler(form, save))}
    >
      <RestoredDraft
        draftKey={draftKey}
        onDiscard={() => {
          attempt.finish();
          form.setValues(original);
        }}
      />
      <FailureNotice failure={failure} action={failure?.code === 'carsApi.limit' && <PlanLink look="quiet" />} />
      <fieldset ref={typeStep.typePart} className={styles.part} inert={isSending}>
        <legend className={tab}>{t('type')}</legend>
        <Sheet hasTab>
          <TypeTiles
            value={vehicleType}
            isCollapsed={typeStep.isCollapsed}
            onChoose={(type) => form.setValues(withType(form.getValues(), type))}
            onCollapse={typeStep.collapse}
            onExpand={typeStep.expand}
          />
          {meanwhile.noteOf('vehicleType', (type) => type && t(`vehicles:types.${type as VehicleType}`))}
        </Sheet>
      </fieldset>
      {vehicleType && (
        <>
          <fieldset ref={typeStep.fieldsPart} className={styles.part} {...typeStep.fieldsProps}>
            <legend className={tab} tabIndex={-1}>
              {t(`data.${vehicleType}`)}
            </legend>
            <Sheet hasTab>
              <VehicleFields form={noted} type={vehicleType} mileageHelp={mileageHelp} isNew={!vehicle} />
            </Sheet>
          </fieldset>
          <fieldset className={styles.part} inert={isSending}>
            <legend className={tab}>{t('photo')}</legend>
            <Sheet hasTab>
              <PhotoField
                photo={photo}
                current={vehicle?.image}
                drawing={drawing}
                error={form.errors.image as string | undefined}
                path={PHOTO_PATH}
                onPhoto={handlePhoto}
                onPreparation={(preparation) => ready.report(PHOTO_PATH, preparation)}
              />
            </Sheet>
          </fieldset>
        </>
      )}
      <div className={styles.save}>
        {vehicleType && (
          <Button
            type="submit"
            isBusy={isSending || ready.isWaiting}
            busyText={t(ready.isWaiting ? 'forms:photo.busy' : vehicle ? 'saving' : 'adding')}
          >
            {t(vehicle ? 'save' : 'add')}
          </Button>
        )}
        <ButtonLink look="plain" to={origin}>
          {t('cancel')}
        </ButtonLink>
        <p className={styles.errors} role="status">
          {errorCount > 0 && (
            <>
              <Icon name="attention" size="small" />
              {t('fix', { count: errorCount })}
            </>
          )}
        </p>
      </div>
      {dialog}
      {unit.question}
    </form>
  );
}
