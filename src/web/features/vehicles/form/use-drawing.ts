import { useTranslation } from 'react-i18next';
import type { Drawing } from '../../../photos/photo-field.tsx';
import { drawPhoto } from './draw-photo.ts';
import { paintOf } from './paint.ts';
import type { VehicleDraft } from './vehicle-draft.ts';

/** A drawing of the chosen type in the typed colour. */
export function useDrawing({ vehicleType, color }: VehicleDraft): Drawing | undefined {
  const { t } = useTranslation('forms');
  if (vehicleType === '') return undefined;
  const paint = paintOf(color);
  const key = `${vehicleType} ${paint}`;
  return { key, draw: async () => ({ ...(await drawPhoto(vehicleType, paint, t('photo.drawing'))), drawnFor: key }) };
}
