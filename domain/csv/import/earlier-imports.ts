/**
 * Stored transactions that an earlier version of the import may have read wrongly: each is shown for review, and
 * nothing is changed.
 */
import {
  absolute,
  add,
  exact,
  multiply,
  parseExact,
  subtract,
  sum,
  toFixed,
  type Exact,
} from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

/**
 * Brokers whose files name securities in words only. Earlier versions accepted a similar name; now names must match in
 * full.
 */
const NAMED_IN_WORDS: ReadonlySet<string> = new Set([
  'Hargreaves Lansdown',
  'AJ Bell',
  'Barclays Smart Investor',
  'Vanguard UK',
  'Fidelity UK',
  'HSBC',
]);

/** The fields of an import that are checked here; `proof` is stored only since names must match in full. */
interface EarlierImport {
  readonly fileName: string;
  readonly profileName?: string | undefined;
  readonly undone?: unknown;
  readonly proof?: unknown;
}

/** True when rows of an import may belong to another security than the file names. */
export function mayHaveGuessedNames({ profileName, undone, proof }: EarlierImport): boolean {
  return proof === undefined && undone === undefined && profileName !== undefined && NAMED_IN_WORDS.has(profileName);
}

/** The finding about the rows of one security in such an import. */
export function guessedNameText({ fileName, profileName = '' }: EarlierImport, rows: number): string {
  const which = rows === 1 ? '1 transaction was' : `${rows} transactions were`;
  return `${which} imported from ${fileName} of ${profileName}, which identifies securities by name only, when Holdfast still accepted similar names. Check that it is this security.`;
}

const PENNY = parseExact<'pounds'>('0.01') ?? (0n as Exact<'pounds'>);

/**
 * Quantity x price in pounds, to the penny, of a trade whose consideration is that product plus its charges (a
 * purchase) or minus them (a sale), so that its charges may count twice. Null for every other transaction.
 */
export function considerationWithoutCharges(row: Transaction): string | null {
  const { transactionType: type, quantity, localPrice, consideration } = row;
  if ((type !== 'BUY' && type !== 'SELL') || quantity === null || localPrice === null) return null;
  const charges = sum([exact(row.brokerCharge), exact(row.stampDuty), exact(row.fxCharge)] as Exact<'pounds'>[]);
  const product = multiply(exact(quantity), exact(localPrice)) as bigint as Exact<'pounds'>;
  if (charges <= PENNY || product <= 0n) return null;
  const net = type === 'BUY' ? add(product, charges) : subtract(product, charges);
  const isNear = (amount: Exact<'pounds'>): boolean =>
    absolute(subtract(exact(consideration) as Exact<'pounds'>, amount)) <= PENNY;
  return isNear(net) && !isNear(product) ? toFixed(product, 2) : null;
}
