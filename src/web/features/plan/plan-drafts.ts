import { vehicleDraftsKey } from '../../forms/drafts.ts';

/** Prefix of the keys of the drafts of a plan, followed by the id of the line, or `new`. */
export const planDraftsKey = (vehicleId: number): string => `${vehicleDraftsKey(vehicleId)}plan.`;
