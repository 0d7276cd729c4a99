/** Added to the ids in positions, so that all have the same length. */
export const ID_BASE = 1_000_000_000_000_000;

export interface Position {
  performedOn: string;
  id: number;
  /** Cents. */
  price: number;
}

/** Reads a position (`POSITION` of groups.repo.ts): a day of 10 characters, an id of 16 digits, an underscore and the price. */
export const positionOf = (position: string): Position => ({
  performedOn: position.slice(0, 10),
  id: Number(position.slice(10, 26)) - ID_BASE,
  price: Number(position.slice(27)),
});
