/** Finds the rows of a table that are transactions; all other lines are counted and shown. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { nearlyRecognised, recognise } from '../profiles/recognise.ts';
import { MOST_SKIPPED, NO_ROWS, type SourceRows } from '../profiles/source-row.ts';
import { bodyRows, rowsAt } from '../tables/body-rows.ts';
import { columnReadings } from '../tables/column-readings.ts';
import { COLUMN_LABELS, isNetHeader, normaliseHeader, priceColumn, type TransactionField } from '../tables/columns.ts';
import { readHeader } from '../tables/read-header.ts';
import { isPenceHeader, isPoundsHeader, orderInHeading } from '../tables/heading-units.ts';
import { withDerivedColumns } from './derived-columns.ts';
import { doubledNote } from '../tables/doubled-columns.ts';
import { refuse, WRONG_TYPE, type Refusal } from '../tables/file-kind.ts';
import { proveTotals, totalsNotice } from '../tables/file-totals.ts';
import { likelyFields, withLikelyHeader } from '../tables/likely-columns.ts';
import { aboveNotice, rowsAbove } from './rows-above.ts';
import { balanceNotice } from '../tables/running-balance.ts';
import type { SummaryKind } from '../tables/summary-rows.ts';
import type { Table } from '../tables/table.ts';
import { withCurrenciesBeside } from './unnamed-currencies.ts';
import { arePricesInPence, titleCurrency } from '../tables/title-currency.ts';
import { fileBalances } from './balance-column.ts';
import { withCashDirection } from './cash-direction.ts';
import { withEmptyCells, withPlainUnits } from './empty-cells.ts';
import {
  netAmountColumn,
  tickerColumn,
  totalChargesColumn,
  typeColumn,
  withoutMisnamed,
  wrapperColumn,
} from './other-columns.ts';
import { inEnglish } from './other-languages.ts';
import { productColumn } from './product-column.ts';
import { profileRows } from './profile-rows.ts';
import { stampTaxColumn } from './stamp-tax-column.ts';
import { TransactionRows } from './transaction-rows.ts';
import { namesNoSecurity } from './unnamed-security.ts';
import { UnreadColumns } from './unread-columns.ts';

/** Columns that only our own export has; a file with them is read as such. */
const OWN_COLUMNS: readonly TransactionField[] = ['id', 'accountId', 'brokerId', 'transferId'];

/** The user's choice how to read a file. */
export interface RequestedReading {
  /** The field of each column, by position. */
  readonly columns?: readonly (TransactionField | null)[];
  /** Read by its columns, although a broker's profile fits. */
  readonly byColumns?: boolean;
  readonly fileName?: string;
}

/**
 * Finds the transactions of a table, by a broker's profile or by its columns, as the user chose. Totals, repeated
 * headers, notes and a second table are not transactions; their lines are counted.
 */
export function sourceRows(
  given: Table,
  { columns, byColumns = false, fileName = '' }: RequestedReading = {},
): SourceRows | Refusal {
  const likely = withLikelyHeader(given);
  const first = likely.rows[likely.headerIndex];
  const recognised = first === undefined || columns !== undefined || byColumns ? null : recognise(first);
  if (recognised !== null)
    return profileRows(withEmptyCells(likely, recognised.profile.ragged === true), recognised.profile, fileName);
  const english = inEnglish(likely);
  const headed = english?.table ?? likely;
  // A ledger of cash has no heading of a type or a security: its texts name the types.
  const isUnknown = english === null && headed !== given && columns === undefined;
  const header = headed.rows[headed.headerIndex];
  const unchanged = columns ?? readHeader(header ?? []);
  const own = OWN_COLUMNS.every((field) => unchanged.includes(field));
  // Columns are changed, rows are not: these are the same ones in each of the tables below.
  const rowsOf = own ? { positions: [], summaries: new Map<number, SummaryKind>() } : bodyRows(headed, columns);
  const stated = withCurrenciesBeside(headed, rowsOf.positions);
  const asGiven = rowsAt(stated, rowsOf.positions);
  const { table: directed, isDirected } = own
    ? { table: stated, isDirected: false }
    : withCashDirection(stated, asGiven);
  // In our own file every cell is a value, a dash too.
  const filled = own
    ? stated
    : withDerivedColumns(withEmptyCells(directed, false), rowsOf.positions, readHeader(header ?? []));
  const headings = filled.rows[filled.headerIndex] ?? [];
  const named = columns ?? readHeader(headings);
  const hasAmounts = isDirected || named.includes('consideration') || headings.some(isNetHeader);
  const isLedger = hasAmounts && named.includes('transactionType') && named.includes('transactionDate');
  if (isUnknown && !isLedger) return unknownColumns(headed);
  const table = own ? filled : withPlainUnits(filled, named.indexOf('quantity'));
  if (header === undefined && columns === undefined) {
    const wide = table.rows.some((row) => row.filter((cell) => cell.trim() !== '').length > 1);
    return wide
      ? {
          ...refuse('noHeader', 'No header row was found. Choose what each column holds.'),
          columns: columnReadings(table, []),
        }
      : refuse('wrongType', WRONG_TYPE);
  }
  const body = table === stated ? asGiven : rowsAt(table, rowsOf.positions);
  const fields = columns ?? withOthers(named, { ...table, rows: [headings, ...body], headerIndex: 0 });
  const index = new Map<TransactionField, number>();
  fields.forEach((field, position) => {
    if (field !== null) index.set(field, position);
  });
  // Whoever has chosen the columns has answered.
  const near = columns === undefined && !byColumns ? nearNote(headed) : null;
  const doubts = [columns === undefined ? doubledNote(table) : null, near];
  const note = doubts.filter((doubt) => doubt !== null).join(' ') || null;
  const balances = own ? null : fileBalances(table, rowsOf, fields);
  const unread = own ? null : new UnreadColumns(headings, index, body, balances?.positions);
  const { summaries } = rowsOf;
  const kept = new TransactionRows(table, headings, { index, unread, balances, summaries }, note).read();
  if (kept.rows.length === 0) return refuse('noRows', NO_ROWS);
  const unused = headings.filter(
    (cell, position) =>
      cell.trim() !== '' && (fields[position] ?? null) === null && balances?.positions.has(position) !== true,
  ).length;
  const totals = proveTotals(headed, summaries);
  const around = [...table.rows.slice(0, Math.max(table.headerIndex, 0)), ...kept.beside];
  const { cash = null, units = null } = balances ?? {};
  const above = own ? [] : rowsAbove(table);
  const notices = [
    ...(near === null ? [] : [near]),
    ...(english === null ? [] : [`The file is in ${english.language}: its headings and types were translated.`]),
    ...aboveNotice(above),
    ...(cash === null ? [] : [balanceNotice(cash)]),
    ...(units === null ? [] : [balanceNotice(units, 'number of units held')]),
    ...(balances?.notices ?? []),
    ...(totals === null ? [] : [totalsNotice(totals)]),
    ...kept.notices,
  ];
  if (unused > 0) notices.push(unused === 1 ? '1 column was not used.' : `${unused} columns were not used.`);
  const net = headings.filter((cell, position) => (fields[position] ?? null) === null && isNetHeader(cell)).slice(0, 3);
  for (const heading of net) notices.push(`The column '${shorten(cleanText(heading))}' was not used.`);
  return {
    profileName: own ? 'Holdfast export' : 'Generic CSV',
    guarded: own,
    rows: kept.rows,
    // Of transactions: a title above them is no example of a column.
    columns: columnReadings(own ? table : { rows: [headings, ...body], headerIndex: 0 }, fields, header?.length),
    isBrokerFile: false,
    namesNoSecurity: !own && namesNoSecurity(fields, headings, body),
    isCurrencyKnown: false,
    titleCurrency: titleCurrency(around),
    has: (field) => index.has(field) || unread?.has(field) === true || kept.stated.has(field),
    heading: (field) => headings[index.get(field) ?? -1]?.trim() || COLUMN_LABELS[field],
    pence: (field) =>
      isPenceHeader(headings[index.get(field) ?? -1] ?? '') || (field === 'price' && !own && arePricesInPence(around)),
    pounds: (field) => isPoundsHeader(headings[index.get(field) ?? -1] ?? ''),
    dateOrder: own ? null : orderInHeading(headings[index.get('transactionDate') ?? -1] ?? ''),
    nameForms: () => [],
    wrapper: null,
    mark: null,
    balance: cash === null ? null : { agreeing: cash.agreeing, breaks: cash.breaks },
    amountReading: cash?.amount ?? null,
    paysNegative: isDirected || cash?.isSigned === true,
    totals,
    hasRowReference: !/order/iu.test(headings[index.get('brokerDealReference') ?? -1] ?? ''),
    skipped: above.length === 0 ? kept.lines : [...above, ...kept.lines].slice(0, MOST_SKIPPED),
    skippedRows: table.preamble + kept.skipped,
    notices,
  };
}

/** Headings of the currency in which a security is quoted. */
const PRICE_CURRENCY = /\b(?:price|instrument|security|stock|asset|listing)\b/iu;

/** The fields of a header, with the columns that only the other columns or their cells explain. */
function withOthers(named: readonly (TransactionField | null)[], table: Table): readonly (TransactionField | null)[] {
  const plain = withoutMisnamed(named, table);
  const fields = withPriceAsAmount(plain, table) ?? plain;
  const wrapper = wrapperColumn(fields, table);
  const type = typeColumn(fields, table);
  const header = table.rows[table.headerIndex] ?? [];
  const ticker = tickerColumn(fields, table);
  const charges = totalChargesColumn(fields, header);
  // What quantity x price makes is the amount, whatever else is called a total.
  const product = fields.includes('consideration') ? null : productColumn(fields, table);
  const amount = product?.field === 'consideration' ? product.position : netAmountColumn(fields, header);
  const duty = stampTaxColumn(fields, table);
  const explained = fields.map((field, index) => {
    if (index === wrapper) return 'taxWrapper';
    if (index === type) return 'transactionType';
    if (type !== null && field === 'transactionType') return null;
    if (index === ticker) return 'ticker';
    if (index === amount) return 'consideration';
    if (index === duty) return 'stampDuty';
    return index === charges ? 'brokerCharge' : field;
  });
  const asUnits = withAmountAsUnits(explained, header);
  const units = asUnits === null ? null : productColumn(asUnits, table);
  const proved = units ?? productColumn(explained, table);
  const complete = (units === null ? explained : (asUnits ?? explained)).map((field, index) =>
    index === proved?.position ? proved.field : field,
  );
  const hasPrice = priceColumn(complete) !== -1;
  // A price that only the products show tells stamp duty as well.
  const tax = duty === null && proved?.field === 'price' ? stampTaxColumn(complete, table) : null;
  const taxed = tax === null ? complete : complete.with(tax, 'stampDuty');
  // The currency of a price that is not read says nothing of the amounts.
  return taxed.map((field, index) =>
    field === 'currency' && !hasPrice && PRICE_CURRENCY.test(header[index] ?? '') ? null : field,
  );
}

/** The fields with the price as the amount, where units x another column make it; else null. */
function withPriceAsAmount(
  fields: readonly (TransactionField | null)[],
  table: Table,
): readonly (TransactionField | null)[] | null {
  const price = fields.indexOf('price');
  if (price === -1 || fields.includes('localPrice') || fields.includes('consideration')) return null;
  const changed = fields.with(price, 'consideration');
  return productColumn(changed, table)?.field === 'price' ? changed : null;
}

/** The fields with a column called Amount as the units, in a file with prices and without units; else null. */
function withAmountAsUnits(
  fields: readonly (TransactionField | null)[],
  header: readonly string[],
): readonly (TransactionField | null)[] | null {
  const amount = fields.indexOf('consideration');
  if (fields.includes('quantity') || normaliseHeader(header[amount] ?? '') !== 'amount') return null;
  return fields.with(amount, 'quantity');
}

/** Why no row of a file is selected beforehand that a broker's profile all but recognises, or null. */
function nearNote({ rows, headerIndex }: Table): string | null {
  const near = nearlyRecognised(rows[headerIndex] ?? []);
  return near === null
    ? null
    : `This looks like a file of ${near.broker}, but its column '${near.missing}' is missing. Choose what each column holds.`;
}

/** Names the columns of a header without known headings, with the likely field of each. */
function unknownColumns(table: Table): Refusal {
  const header = (table.rows[table.headerIndex] ?? []).map((cell) => cleanText(cell)).filter((cell) => cell !== '');
  const named = header
    .slice(0, MOST_NAMED)
    .map((cell) => `'${shorten(cell, 30)}'`)
    .join(', ');
  const more = header.length > MOST_NAMED ? ` and ${header.length - MOST_NAMED} more` : '';
  return {
    ...refuse('noHeader', `The columns ${named}${more} are not known. Check what each column holds.`),
    columns: columnReadings(table, likelyFields(table)),
  };
}

/** The most columns that a sentence names. */
const MOST_NAMED = 8;
