/** Which column of a header row is read as which field. */
import {
  fieldOfHeader,
  isListedHeading,
  isLedgerHeader,
  MONEY_FIELDS,
  normaliseHeader,
  type TransactionField,
} from './columns.ts';
import { isPoundsHeader } from './heading-units.ts';

/** Headings that mean a field only where no other column has it, and those that have it before all others. */
const WEAK_HEADING =
  /^(?:(?:(?:execution )?time|executed at|filled at)(?: (?:utc|gmt))?|day|when|executed|filled|completed|transacted|effective date|order type|description|product|volume|size|value|settle(?:ment|d) currency)$/u;
const STRONG_HEADING =
  /^(?:(?:(?:trade|deal|dealing|execution) date|date of trade|date traded|trade date time)(?: (?:utc|gmt))?|(?:trade|deal|execution|executed) price|price per (?:share|unit))$/u;

function strengthOf(cell: string): number {
  const heading = normaliseHeader(cell);
  if (WEAK_HEADING.test(heading)) return 0;
  if (STRONG_HEADING.test(heading)) return 3;
  return isListedHeading(heading) ? 2 : 1;
}

const PAYMENT_DAY = /^(?:(?:pay|paid|payment) date|date (?:paid|of payment))$/u;
const POSTING_DAY = /^(?:posted(?: on| date)?|posting date|date posted)$/u;

/**
 * The field of each column in a header row. Each field is used once: for the first column that names it, but for an
 * amount a heading with pounds has precedence, and `Trade Date` has it over `Date`, `Date` over `Time`, `Deal Price` over
 * `Price`, which beside a price per share may be a total.
 */
export function readHeader(cells: readonly string[]): readonly (TransactionField | null)[] {
  const found = cells.map(fieldOfHeader);
  const columns = new Map<TransactionField, number>();
  found.forEach((field, position) => {
    if (field === null) return;
    const known = columns.get(field);
    const [cell, other] = [cells[position] ?? '', cells[known ?? -1] ?? ''];
    const isInPounds = MONEY_FIELDS.has(field) && isPoundsHeader(cell) && !isPoundsHeader(other);
    if (known === undefined || isInPounds || strengthOf(cell) > strengthOf(other)) columns.set(field, position);
  });
  const fields = found.map((field, position) => (field !== null && columns.get(field) === position ? field : null));
  // Income is dated by its payment, and cash by its posting, where no other column is a date.
  const days = isLedgerHeader(cells) ? [PAYMENT_DAY, POSTING_DAY] : [PAYMENT_DAY];
  const paid = fields.includes('transactionDate')
    ? -1
    : cells.findIndex((cell) => days.some((pattern) => pattern.test(normaliseHeader(cell))));
  return paid === -1 ? fields : fields.with(paid, 'transactionDate');
}
