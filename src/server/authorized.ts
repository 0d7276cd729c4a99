declare const owner: unique symbol;
declare const changeable: unique symbol;

/** Id of the logged-in user, or of one whom an administrator changes. Only the lookup of a session by its token and `administered` (caller.ts) return it. */
export type UserId = number & { readonly [owner]: 'session' };

/** Id of a vehicle that the caller owns. Only `authorizeVehicle` and, in jobs, `vehicleOfOwner` return it: a repository call without that check does not compile. */
export type AuthorizedVehicleId = number & { readonly [owner]: 'vehicle' };

/**
 * Id of a vehicle that the caller owns, locked by the current transaction and not archived. Only `lockForChange` returns it: a change
 * without that check does not compile.
 */
export type ChangeableVehicleId = AuthorizedVehicleId & { readonly [changeable]: true };

/** A row of `vehicles` whose owner is the caller. */
export type AuthorizedVehicle<Row extends OwnedRow> = Row & { id: AuthorizedVehicleId };

/** For a job, which acts for the owner of each row. */
export const vehicleOfOwner = <Row extends OwnedRow>(row: Row): AuthorizedVehicle<Row> => row as AuthorizedVehicle<Row>;

interface OwnedRow {
  id: number;
  user_id: number;
}

/** The ownership check: returns the row if it belongs to `userId`, otherwise undefined. */
export const authorizeVehicle = <Row extends OwnedRow>(row: Row | undefined, userId: UserId): AuthorizedVehicle<Row> | undefined =>
  row?.user_id === userId ? (row as AuthorizedVehicle<Row>) : undefined;
