/** For whose units each row of a merger or demerger was received (RULES 2.7). */

/** A position that held units of the old security, counted in basis units: more than none. */
export interface Giver {
  readonly cell: number;
  readonly units: bigint;
}

export interface StatedRow {
  /** The position in the old security at the row's own broker and in its wrapper. */
  readonly own: number;
  /** The security received. */
  readonly isin: string;
  /** Units received, in basis units of that security. */
  readonly units: bigint;
}

/** The parts of a row that belong to each giver, in the order of the givers; together they are the whole. */
export interface RowShares {
  readonly parts: readonly bigint[];
  readonly whole: bigint;
}

/**
 * The shares of each row. A row is its own position's as far as that position has a claim to it; only positions without
 * a row of their own share in rows of others, each by its units, and so do all in a row at a place that held nothing.
 */
export function sharesOfRows(rows: readonly StatedRow[], givers: readonly Giver[]): readonly RowShares[] {
  const unnamed = givers.filter(({ cell }) => !rows.some(({ own }) => own === cell));
  return rows.map((row) => sharesOf(row, rows, givers, unnamed));
}

function sharesOf(
  row: StatedRow,
  rows: readonly StatedRow[],
  givers: readonly Giver[],
  unnamed: readonly Giver[],
): RowShares {
  const ofSecurity = rows.filter(({ isin }) => isin === row.isin);
  const concerned = givers.filter(
    (giver) => unnamed.includes(giver) || ofSecurity.some(({ own }) => own === giver.cell),
  );
  const takers = concerned.length === 0 ? givers : concerned;
  const [held, received] = [sum(takers.map(({ units }) => units)), sum(ofSecurity.map(sizeOf))];
  // Both times the units held and received, so that they can be compared as integers.
  const claimOf = ({ units }: Giver): bigint => units * received;
  const statedFor = (cell: number): bigint =>
    sum(ofSecurity.filter(({ own }) => own === cell).map((each) => sizeOf(each) * held));
  const stated = statedFor(row.own);
  const owner = takers.find(({ cell }) => cell === row.own);
  const passed = owner === undefined ? stated : unnamed.length === 0 ? 0n : atLeastNone(stated - claimOf(owner));
  const needOf = (giver: Giver): bigint =>
    unnamed.length > 0 && !unnamed.includes(giver) ? 0n : atLeastNone(claimOf(giver) - statedFor(giver.cell));
  const needs = givers.map((giver) => (takers.includes(giver) ? needOf(giver) : 0n));
  const need = sum(needs);
  if (passed === 0n || need === 0n) return { parts: givers.map(({ cell }) => (cell === row.own ? 1n : 0n)), whole: 1n };
  return {
    parts: givers.map((giver, index) => (giver === owner ? (stated - passed) * need : passed * (needs[index] ?? 0n))),
    whole: stated * need,
  };
}

/** A row without units can still have cash, so it counts as the least that there is. */
function sizeOf({ units }: StatedRow): bigint {
  return units > 0n ? units : 1n;
}

function atLeastNone(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
