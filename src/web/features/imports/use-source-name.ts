import { useTranslation } from 'react-i18next';
import type { ImportSource } from '#contract/imports.ts';

/** Names of programs are the same in every language. */
const PROGRAMS = {
  ...{ fuelio: 'Fuelio', drivvo: 'Drivvo', lubelogger: 'LubeLogger', fuelly: 'Fuelly' },
  ...{ spritmonitor: 'Spritmonitor', simplyauto: 'Simply Auto', myfuelmanager: 'My Fuel Manager', tracktor: 'Tracktor' },
} as const;

/** What a file is of. */
export function useSourceName(): (source: ImportSource) => string {
  const { t } = useTranslation('imports');
  return (source) => (source === 'carnet' || source === 'csv' ? t(`source.${source}`) : PROGRAMS[source]);
}
