/**
 * The columns of a file without a profile that state the cash after each row, or the units held after it. Their
 * arithmetic finds them: from row to row they change by what the row paid or received, which proves its amount, its
 * sign and whether it includes charges, or by its units.
 */
import { parseExact, toText, type Exact } from '../../values/decimal.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import type { AmountReading } from '../cells/figure-proof.ts';
import type { BalanceLine, BalanceScale, ProvedLines } from '../tables/balance-lines.ts';
import type { BodyRows } from '../tables/body-rows.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import { headingCurrency, isPoundsHeader } from '../tables/heading-units.ts';
import { proveBalance } from '../tables/running-balance.ts';
import type { Table } from '../tables/table.ts';
import { BalanceRows, changeOf, NO_COLUMN, NOTHING, SAMPLE_ROWS, type BalanceRow, type Way } from './balance-rows.ts';

/** What the running balances of cash in a file prove. */
export interface CashBalance extends ProvedLines {
  /** The lines whose money moved in the direction of their type. */
  readonly directedLines: ReadonlySet<number>;
  /** Whether the signs of the amounts are those of cash. */
  readonly isSigned: boolean;
  /** Whether the amounts include the charges; null where no row with charges shows it. */
  readonly amount: AmountReading | null;
}

/** What the running balances of a file prove; null for one that it has not. */
export interface FileBalances {
  readonly cash: CashBalance | null;
  /** The units held of each security. */
  readonly units: ProvedLines | null;
  readonly positions: ReadonlySet<number>;
  /** The sentences about balances that are stated and prove nothing. */
  readonly notices: readonly string[];
}

const NAMED = /\b(?:balance|bal)\b/u;
const NAMED_UNITS = /\b(?:balance|bal|held|holdings?|position|units?|shares|remaining|after)\b/u;
/** Words that together can only mean units held. */
const UNIT_WORD = /\b(?:units?|shares)\b/u;
const HELD_WORD = /\b(?:held|holdings?|balance|after|remaining|total)\b/u;
/** The fewest rows that prove a column with another heading, and its breaks for each of them. */
const FEWEST_UNNAMED = 3;
const MOST_BREAKS = 0.25;
/** Instead of a currency. */
const UNITS = 'units';

/** Finds the running balances of a table, `body` being the rows by which its columns are judged. */
export function fileBalances(
  table: Table,
  body: BodyRows,
  fields: readonly (TransactionField | null)[],
): FileBalances | null {
  const rows = new BalanceRows(table, body, fields);
  const candidates = rows.header.flatMap((_cell, position) => (rows.mayBeBalance(position) ? [position] : []));
  if (candidates.length === 0 && !rows.hasSummaries) return null;
  const finder = new BalanceFinder(rows);
  const sample = rows.rows(candidates.length === 0 ? undefined : SAMPLE_ROWS);
  const found = candidates.flatMap((position) => finder.wayOf(position, sample) ?? []);
  const stated = rows.hasSummaries && found.every(({ key }) => key === UNITS) ? finder.wayOf(NO_COLUMN, sample) : null;
  if (stated !== null) found.push(stated);
  // A file has one balance, or one column for the balance of each currency.
  const best = new Map<string, FoundColumn>();
  for (const one of found) if (one.score > (best.get(one.key)?.score ?? 0)) best.set(one.key, one);
  const all = best.size > 0 && sample.length >= SAMPLE_ROWS ? rows.rows() : sample;
  const units = best.get(UNITS);
  const ofCash = [...best.values()].filter(({ key }) => key !== UNITS);
  const proofs = ofCash.flatMap(({ position, way }) => finder.prove(position, way, all) ?? []);
  const named = candidates.filter(
    (position) => finder.isNamed(position, NAMED) && !finder.isNamed(position, UNIT_WORD),
  );
  return {
    cash: proofs.length > 1 ? joined(proofs) : (proofs[0] ?? null),
    units: units === undefined ? null : finder.proofOf(units.position, units.way, all),
    positions: new Set([...best.values()].map(({ position }) => position)),
    notices: [
      ...(proofs.length > 0
        ? []
        : notFollowed(
            named.find((position) => position !== units?.position),
            rows,
          )),
      ...(units === undefined ? finder.unitsNotFollowed(candidates, sample) : []),
    ],
  };
}

/** The sentence about a balance that is stated, but cannot be followed. */
function notFollowed(position: number | undefined, { header, hasSummaries }: BalanceRows): readonly string[] {
  if (position !== undefined)
    return [
      `The balances in '${shorten(cleanText(header[position] ?? ''))}' could not be followed from row to row, so they prove no amount.`,
    ];
  return hasSummaries
    ? [
        'The balances that the file states do not follow from its rows, so they prove no amount. A row may be missing, or a figure wrong.',
      ]
    : [];
}

function joined(proofs: readonly CashBalance[]): CashBalance {
  const readings = new Set(proofs.map(({ amount }) => amount).filter((amount) => amount !== null));
  const provedLines = new Set(proofs.flatMap((proof) => [...proof.provedLines]));
  return {
    agreeing: proofs.reduce((sum, { agreeing }) => sum + agreeing, 0),
    breaks: proofs.flatMap(({ breaks }) => breaks).toSorted((a, b) => a.line - b.line),
    provedLines,
    firstLines: new Set(proofs.flatMap(({ firstLines }) => [...firstLines])),
    directedLines: new Set(proofs.flatMap(({ directedLines }) => [...directedLines])),
    isSigned: proofs.every(({ isSigned }) => isSigned),
    amount: readings.size === 1 ? ([...readings][0] ?? null) : null,
  };
}

interface FoundColumn {
  readonly position: number;
  readonly way: Way;
  readonly score: number;
  /** What the column is a balance of: units, the currency of its rows if they have only one, or cash. */
  readonly key: string;
}

class BalanceFinder {
  private readonly rows: BalanceRows;

  constructor(rows: BalanceRows) {
    this.rows = rows;
  }

  isNamed(position: number, words: RegExp): boolean {
    return position === NO_COLUMN || words.test(normaliseHeader(this.rows.header[position] ?? ''));
  }

  /** The sentence about units held of a security with several trades that cannot be followed. */
  unitsNotFollowed(candidates: readonly number[], rows: readonly BalanceRow[]): readonly string[] {
    const position = candidates.find((one) => this.isNamed(one, UNIT_WORD) && this.isNamed(one, HELD_WORD));
    if (position === undefined) return [];
    const trades = rows.filter(
      ({ units, quantity, cells }) =>
        units !== 0 && quantity !== null && quantity !== 0n && this.rows.figureAt(cells, position) !== null,
    );
    const holdings = new Set(trades.map(({ owner, security }) => `${owner}|${security}`));
    return holdings.size === trades.length
      ? []
      : [
          `The units in '${shorten(cleanText(this.rows.header[position] ?? ''))}' do not follow from the file's trades, so they prove none. The columns of units and prices may be swapped, or rows missing.`,
        ];
  }

  /** The way in which a column agrees most often with the rows; null for a column that is no balance. */
  wayOf(position: number, rows: readonly BalanceRow[]): FoundColumn | null {
    let best: { readonly way: Way; readonly score: number } | null = null;
    /** How many rows a balance for each currency proves. */
    const each = new Map<string, number>();
    for (const way of this.waysOf(position, rows)) {
      const { score, proved } = this.scoreOf(position, way, rows);
      const others = JSON.stringify({ ...way, currencies: 'each' } satisfies Way);
      if (way.currencies === 'each') each.set(others, proved);
      // A balance for each currency that proves as many rows checks those of the other currencies too.
      if (way.currencies === 'main' && proved <= (each.get(others) ?? 0)) continue;
      if (score > (best?.score ?? 0)) best = { way, score };
    }
    if (best === null) return null;
    const { figure, currencies } = best.way;
    return {
      position,
      key: figure === 'units' ? UNITS : currencies === 'own' ? this.currencyOf(position) : '',
      ...best,
    };
  }

  /** The ways in which a balance may be made that differ in these rows. */
  private *waysOf(position: number, rows: readonly BalanceRow[]): Generator<Way> {
    const codes = new Set(rows.map((row) => row.currency)).size;
    const own = this.currencyOf(position) === '' ? [] : (['own'] as const);
    const splits = codes > 1 ? ([...own, 'joint', 'each', 'main'] as const) : (['joint'] as const);
    const hasCharges = rows.some(({ charges }) => charges > 0n);
    const hasSigns = rows.some(({ amount, net }) => (amount ?? 0n) < 0n || (net ?? 0n) < 0n);
    const figures = ['amount', ...(hasCharges ? ['charged'] : []), ...(this.rows.net === -1 ? [] : ['net'])] as const;
    const owners = new Set(rows.map(({ owner }) => owner)).size > 1 ? [false, true] : [false];
    for (const figure of figures as readonly Way['figure'][])
      for (const isSigned of hasSigns ? [false, true] : [false])
        for (const currencies of splits)
          for (const hasOwners of owners) yield { figure, isSigned, currencies, hasOwners };
    if (position === NO_COLUMN || this.rows.at('quantity') === -1) return;
    const isSigned = rows.some(({ quantity }) => (quantity ?? 0n) < 0n);
    for (const hasOwners of owners) {
      yield { figure: 'units', isSigned: false, currencies: 'joint', hasOwners };
      if (isSigned) yield { figure: 'units', isSigned, currencies: 'joint', hasOwners };
    }
  }

  private currencyOf(position: number): string {
    const heading = this.rows.header[position] ?? '';
    return isPoundsHeader(heading) ? 'GBP' : (headingCurrency(heading)?.replace(/^\$$/u, 'USD') ?? '');
  }

  /** How many rows are proved, and how much better they agree than break; no score for a column that is no balance. */
  private scoreOf(
    position: number,
    way: Way,
    rows: readonly BalanceRow[],
  ): { readonly proved: number; readonly score: number } {
    const lines = this.linesOf(position, way, rows);
    const proof = proveBalance(lines, this.scaleOf(position, way), this.rows.dateOf);
    if (proof === null) return { proved: 0, score: 0 };
    const { provedLines, firstLines, breaks } = proof;
    const proved = lines.filter(({ line, change }) => change !== null && change !== 0n && provedLines.has(line)).length;
    const moved = proved - firstLines.size;
    const isNamed = this.isNamed(position, way.figure === 'units' ? NAMED_UNITS : NAMED);
    // A balance that begins with its first amount is one by its name, although other rows break it.
    const isProved = isNamed ? proved > 0 : moved >= FEWEST_UNNAMED && breaks.length <= moved * MOST_BREAKS;
    return { proved, score: isProved ? Math.max(1 / (1 + breaks.length), proved - breaks.length * 2) : 0 };
  }

  private linesOf(position: number, way: Way, rows: readonly BalanceRow[]): readonly BalanceLine[] {
    if (way.figure === 'units') return this.unitLines(position, way, rows);
    const own = way.currencies === 'own' ? this.currencyOf(position) : way.currencies === 'main' ? mainOf(rows) : null;
    return rows.map((row): BalanceLine => {
      const isOther = own !== null && row.currency !== own;
      const account = `${way.hasOwners ? row.owner : ''}|${way.currencies === 'each' ? row.currency : ''}`;
      const balance = this.rows.balanceIn(row, position);
      if (row.summary !== null) {
        const change = row.summary === 'opening' ? null : NOTHING;
        const stated = { line: row.line, day: row.day, account, balance, change };
        return row.summary === 'opening' || row.summary === 'closing'
          ? { ...stated, ofStatement: row.summary }
          : stated;
      }
      const change = isOther ? (way.currencies === 'own' ? NOTHING : null) : changeOf(row, way);
      return { line: row.line, day: row.day, account, balance, change };
    });
  }

  private unitLines(position: number, way: Way, rows: readonly BalanceRow[]): readonly BalanceLine[] {
    return rows.flatMap((row): readonly BalanceLine[] => {
      if (row.security === '' || row.summary !== null) return [];
      const account = `${way.hasOwners ? row.owner : ''}|${row.security}`;
      const balance = this.rows.figureAt(row.cells, position);
      return [{ line: row.line, day: row.day, account, balance, change: changeOf(row, way) }];
    });
  }

  private scaleOf(position: number, way: Way): BalanceScale | undefined {
    if (way.figure !== 'units') return undefined;
    const places = this.rows.placesOf(position);
    // A balance with fewer digits than the units is rounded by at most its last digit.
    const isRounded = this.rows.placesOf(this.rows.at('quantity')) > places;
    return { places, rounding: isRounded ? lastDigit(places) : NOTHING, text: toText };
  }

  proofOf(position: number, way: Way, rows: readonly BalanceRow[]): ProvedLines | null {
    return proveBalance(this.linesOf(position, way, rows), this.scaleOf(position, way), this.rows.dateOf);
  }

  prove(position: number, way: Way, rows: readonly BalanceRow[]): CashBalance | null {
    const lines = this.linesOf(position, way, rows);
    const proof = proveBalance(lines, undefined, this.rows.dateOf);
    if (proof === null) return null;
    const directed = new Set<number>();
    const counts = { charged: 0, signed: 0, unsigned: 0 };
    rows.forEach((row, index) => {
      const change = lines[index]?.change ?? 0n;
      if (change === 0n || !proof.provedLines.has(row.line)) return;
      if (row.charges > 0n) counts.charged += 1;
      const stated = (way.figure === 'net' ? row.net : row.amount) ?? 0n;
      counts[stated < 0n === change < 0n ? 'signed' : 'unsigned'] += 1;
      if (row.cash === (change > 0n ? 1 : -1)) directed.add(row.line);
    });
    return {
      ...proof,
      directedLines: directed,
      isSigned: counts.signed > 0 && counts.unsigned * 10 <= counts.signed,
      amount: counts.charged === 0 || way.figure === 'net' ? null : way.figure === 'charged' ? 'gross' : 'net',
    };
  }
}

function lastDigit(places: number): Exact<'pounds'> {
  return parseExact<'pounds'>(`1e-${places}`) ?? NOTHING;
}

/** The currency of most rows. */
function mainOf(rows: readonly BalanceRow[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of rows) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 'GBP';
}
