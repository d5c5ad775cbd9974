/** CSV of many securities' closing prices, one in each row: from a file, or from two pasted columns. */
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import type { Denomination } from '../../fields/enums.ts';
import { hasKnownDenomination } from '../../holdings/missing-prices.ts';
import type { Issue } from '../../fields/issue.ts';
import { checkPrice, type PriceFields } from '../../records/price.ts';
import type { Asset, PricePoint, Transaction } from '../../records/records.ts';
import { groupBy } from '../../values/group-by.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { holdFarPrices, knownPrices } from './far-prices.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { otherPrice, PRICE_COLUMNS, priceInDenomination, priceInOwnCurrency, type PriceShown } from './prices.ts';

type SecurityPriceField = 'id' | 'security' | 'priceDate' | 'closePrice' | 'currency';

/** The columns of a file of one security's prices, with a column for the security and an optional day. */
export const SECURITY_PRICE_COLUMNS: EntityColumns<SecurityPriceField> = {
  labels: { id: 'Id', security: 'ISIN', priceDate: 'Date', closePrice: 'Price', currency: 'Currency' },
  synonyms: {
    ...PRICE_COLUMNS.synonyms,
    security: ['security', 'asset', 'asset name', 'name', 'sedol', 'ticker', 'symbol', 'fetch code', 'code'],
  },
  required: ['security', 'closePrice'],
  days: ['priceDate'],
  figures: ['closePrice'],
};

export interface SecurityPrice extends PriceFields {
  readonly isin: string;
  readonly currency: Denomination;
}

/** What a preview shows of a row: the catalogue's name where the security is known, else the text of the file. */
export interface SecurityPriceShown extends PriceShown {
  readonly assetName: string;
  readonly isin: string;
  readonly denomination: string;
}

export type SecurityPriceRow = EntityImportRow<SecurityPrice, SecurityPriceShown>;

export interface SecurityPriceOptions {
  readonly assets: readonly Asset[];
  /** The known prices of these securities. */
  readonly stored: readonly PricePoint[];
  /** All of the user's transactions. */
  readonly transactions: readonly Transaction[];
  /** The day of rows that name none. */
  readonly day: IsoDate;
  readonly today: IsoDate;
}

/** Two pasted columns as text of a file of this kind: the header is added where it is missing. */
export function pastedPrices(text: string): string {
  const [first = ''] = text.trim().split(/\r?\n/u);
  const last = first.split('\t').at(-1)?.trim() ?? '';
  return /\d/u.test(last) ? `ISIN\tPrice\n${text.trim()}\n` : `${text.trim()}\n`;
}

/**
 * Reads the rows of a file as prices of the catalogue's securities, each found by ISIN, SEDOL, fetch code or full name.
 */
export function prepareSecurityPrices(
  file: EntityFile<SecurityPriceField>,
  options: SecurityPriceOptions,
): readonly SecurityPriceRow[] {
  const find = finder(options.assets);
  const { stored, transactions } = options;
  const rows = judgeRows(file, {
    read: (row) => readRow(row, find(row.text('security')), options),
    stored: stored.map(({ isin, priceDate, closePrice, currency }) => ({
      id: `${isin} ${priceDate}`,
      isin,
      priceDate,
      closePrice,
      // Known prices are compared by value; the currency is the asset's or was checked before.
      currency: currency as Denomination,
    })),
    keyOf: ({ isin, priceDate }) => `${isin} ${priceDate}`,
    isSame: (a, b) => a.closePrice === b.closePrice && a.currency === b.currency,
    contradiction: otherPrice,
    storedDetails: ({ priceDate }) => `The price of ${dayMonthYear(priceDate)} is already known.`,
    fileDetails: (row) => `The same price as row ${row} of this file.`,
  });
  const priced = new Map(rows.flatMap(({ record }) => (record === null ? [] : [[record.isin, record.currency]])));
  const isPriced = ({ isin }: { readonly isin: string }): boolean => priced.has(isin);
  const [known, trades] = [
    groupBy(stored.filter(isPriced), ({ isin }) => isin),
    groupBy(transactions.filter(isPriced), ({ isin }) => isin),
  ];
  return holdFarPrices(
    rows,
    ({ isin, priceDate, closePrice, currency }) => ({ key: isin, day: priceDate, price: closePrice, unit: currency }),
    (isin) => knownPrices(known.get(isin) ?? [], trades.get(isin) ?? [], priced.get(isin) ?? 'GBP'),
  );
}

/** A security is found when exactly one of the catalogue has the code or the name. */
function finder(assets: readonly Asset[]): (text: string) => Asset | null {
  const byWord = new Map<string, Asset | null>();
  for (const asset of assets) {
    const words = new Set([asset.isin, asset.sedol ?? '', asset.fetchCode, asset.name].map(wordOf));
    for (const word of words) if (word !== '') byWord.set(word, byWord.has(word) ? null : asset);
  }
  const byIsin = new Map(assets.map((asset) => [asset.isin, asset]));
  return (text) => byIsin.get(text.toUpperCase()) ?? byWord.get(wordOf(text)) ?? null;
}

function wordOf(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/gu, ' ');
}

function readRow(
  row: EntityRow<SecurityPriceField>,
  asset: Asset | null,
  { day, today }: SecurityPriceOptions,
): RowReading<SecurityPrice, SecurityPriceShown> {
  const named = row.text('security');
  const priceDate = row.day('priceDate') ?? day;
  const { closePrice, currency, issues } =
    asset === null
      ? { closePrice: row.figure('closePrice'), currency: null, issues: [unknownSecurity(named)] }
      : hasKnownDenomination(asset)
        ? { ...priceInDenomination(row, asset.denomination), currency: asset.denomination }
        : priceInOwnCurrency(row);
  const shown: SecurityPriceShown = {
    assetName: asset?.name ?? named,
    isin: asset?.isin ?? '',
    denomination: currency ?? '',
    priceDate,
    closePrice: typeof closePrice === 'number' ? closePrice : null,
  };
  const checked = checkPrice({ priceDate, closePrice: closePrice ?? null }, today);
  if (checked.ok && issues.length === 0 && asset !== null && currency !== null)
    return { ok: true, fields: { ...checked.value, isin: asset.isin, currency }, shown };
  return { ok: false, issues: [...issues, ...(checked.ok || closePrice === undefined ? [] : checked.issues)], shown };
}

function unknownSecurity(named: string): Issue {
  return {
    field: 'security',
    code: named === '' ? 'required' : 'unknownReference',
    value: named,
    expected: 'the ISIN, SEDOL, fetch code or full name of one security in the catalogue',
  };
}
