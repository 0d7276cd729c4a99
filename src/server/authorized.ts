declare const mark: unique symbol;

/** A row that the ownership check has passed; nothing else can make one, so a forgotten check does not compile. */
export type Authorized<T> = T & { readonly [mark]: true };

/** The check itself: the row when it is there and allowed, else undefined. */
export const authorized = <T>(row: T | undefined, isAllowed: (row: T) => boolean): Authorized<T> | undefined =>
  row !== undefined && isAllowed(row) ? (row as Authorized<T>) : undefined;
