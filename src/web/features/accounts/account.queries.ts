import { queryOptions } from '@tanstack/react-query';
import { vehiclesQuery } from '../../api/vehicles.queries.ts';

/** Number of usable vehicles, their limit and the number of hidden vehicles, from the vehicle list. */
export const vehicleCountQuery = () =>
  queryOptions({ ...vehiclesQuery(), select: ({ data, hidden, limit }) => ({ count: data.length, hidden, limit }) });
