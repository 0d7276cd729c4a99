import type { Vehicle } from '#contract/vehicles.ts';

/** How a vehicle is called in questions, notices and labels. */
export const nameOf = ({ brand, model }: Pick<Vehicle, 'brand' | 'model'>): string => `${brand} ${model}`;
