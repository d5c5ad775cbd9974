/** The rules of an asset of the catalogue (001 §5): the same check in the form, in imports and on the server. */
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
  type Option,
} from './enums.ts';
import { FieldReader } from './field-reader.ts';
import { commodityName, isValidSedol } from './isin.ts';
import type { Checked } from './issue.ts';
import type { Asset } from './records.ts';

/** What a form or a file states of an asset; a unit is only ever a server's. */
export type AssetFields = Omit<Asset, 'id' | 'unit'>;
/** An asset as a form, a file or a request gives it: anything may be missing or of the wrong kind. */
export type AssetInput = { readonly [K in keyof AssetFields]?: unknown };

/**
 * True for a security that an import made and no administrator has completed: it has no symbol of its own to fetch a price
 * by, but its ISIN, or nothing from before imports filled that in.
 */
export function isUnlisted({
  isin,
  fetchCode,
  priceSource,
}: Pick<Asset, 'isin' | 'fetchCode' | 'priceSource'>): boolean {
  return fetchCode === '' || (fetchCode === isin && priceSource === 'MANUAL' && commodityName(isin) === null);
}

const NAME_LIMIT = 200;
const FETCH_CODE_LIMIT = 60;
const SEDOL_LENGTH = 7;
/** Per cent a year. */
const HIGHEST_TER = 10;

function oneOf(options: readonly Option[]): string {
  return `one of ${options.map(({ label }) => label).join(', ')}`;
}

function upperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value;
}

/** Checks every rule and answers the fields, or all issues at once. Identifiers come out in capitals, an empty SEDOL as null. */
export function checkAsset(input: AssetInput): Checked<AssetFields> {
  const reader = new FieldReader<keyof AssetFields>({
    ...input,
    isin: upperCase(input.isin),
    sedol: upperCase(input.sedol),
  });
  const name = reader.text('name', NAME_LIMIT, 'the name of the asset');
  const type = reader.option('type', ASSET_TYPES, oneOf(ASSET_TYPES));
  const category = reader.option('category', ASSET_CATEGORIES, oneOf(ASSET_CATEGORIES));
  const isin = reader.isin('isin');
  const sedol = reader.text('sedol', SEDOL_LENGTH, null);
  if (sedol !== '' && sedol.length <= SEDOL_LENGTH && !isValidSedol(sedol)) {
    const isShaped = /^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/u.test(sedol);
    reader.refuse(
      'sedol',
      isShaped ? 'badCheckDigit' : 'badSedol',
      isShaped ? 'a SEDOL whose last digit checks' : 'six digits or consonants and a check digit',
    );
  }
  const incomeTreatment = reader.option('incomeTreatment', INCOME_TREATMENTS, oneOf(INCOME_TREATMENTS));
  const totalExpenseRatio = reader.requiredBetween<'percent'>(
    'totalExpenseRatio',
    0,
    HIGHEST_TER,
    'a percentage from 0 to 10, such as 0.15',
  );
  const denomination = reader.option('denomination', DENOMINATIONS, oneOf(DENOMINATIONS));
  const priceSource = reader.option('priceSource', PRICE_SOURCES, oneOf(PRICE_SOURCES));
  const fetchCode = reader.text('fetchCode', FETCH_CODE_LIMIT, 'the symbol that fetches the price, such as VWRL.L');
  const excludeFromPriceUpdates = reader.flag('excludeFromPriceUpdates', false);
  const cgtExempt = input.cgtExempt === null || input.cgtExempt === undefined ? null : reader.flag('cgtExempt', false);
  if (
    reader.issues.length > 0 ||
    type === null ||
    category === null ||
    incomeTreatment === null ||
    totalExpenseRatio === null ||
    denomination === null ||
    priceSource === null
  ) {
    return { ok: false, issues: reader.issues };
  }
  return {
    ok: true,
    value: {
      name,
      type,
      category,
      incomeTreatment,
      totalExpenseRatio,
      isin,
      sedol: sedol === '' ? null : sedol,
      priceSource,
      fetchCode,
      denomination,
      excludeFromPriceUpdates,
      cgtExempt,
    },
  };
}
