declare const owner: unique symbol;

/** Id of the signed-in user. Only the lookup of a session by its token returns one. */
export type UserId = number & { readonly [owner]: 'session' };

/** Id of a vehicle of the caller. Only `authorizeVehicle` returns one, so a repository call without the ownership check does not compile. */
export type AuthorizedVehicleId = number & { readonly [owner]: 'vehicle' };

/** A row of `vehicles` whose owner was compared with the caller. */
export type AuthorizedVehicle<Row extends OwnedRow> = Row & { id: AuthorizedVehicleId };

interface OwnedRow {
  id: number;
  user_id: number;
}

/** The ownership check: the same row if it belongs to `userId`, otherwise undefined. */
export const authorizeVehicle = <Row extends OwnedRow>(row: Row | undefined, userId: UserId): AuthorizedVehicle<Row> | undefined =>
  row?.user_id === userId ? (row as AuthorizedVehicle<Row>) : undefined;
