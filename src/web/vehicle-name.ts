import type { Vehicle } from '#contract/vehicles.ts';

/** The name of a vehicle in dialogs, messages and labels. */
export const nameOf = ({ brand, model }: Pick<Vehicle, 'brand' | 'model'>): string => `${brand} ${model}`;
