/** The rules of an asset of the catalogue (001 §5): the same check in the form, in imports and on the server. */
import { commodityName, isValidSedol } from '../values/isin.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { ASSET, SEDOL_LENGTH, type Asset } from './records.ts';

/** What a form or a file states of an asset; a unit is only ever a server's. */
export type AssetFields = FieldsOf<typeof ASSET>;
/** An asset as a form, a file or a request gives it. */
export type AssetInput = InputOf<typeof ASSET>;

/**
 * True for a security that an import created and no administrator has completed: it has no symbol for fetching prices
 * except its ISIN, or none if it is older than that default.
 */
export function isUnlisted({
  isin,
  fetchCode,
  priceSource,
}: Pick<Asset, 'isin' | 'fetchCode' | 'priceSource'>): boolean {
  return fetchCode === '' || (fetchCode === isin && priceSource === 'MANUAL' && commodityName(isin) === null);
}

function upperCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toUpperCase() : value;
}

/** Checks every rule and returns the fields, or all issues at once. Identifiers come out in capitals, an empty SEDOL as null. */
export function checkAsset(input: AssetInput): Checked<AssetFields> {
  return checkFields(
    ASSET,
    { ...input, isin: upperCase(input.isin), sedol: upperCase(input.sedol) },
    (reader, { sedol }) => {
      if (sedol === null || sedol.length > SEDOL_LENGTH || isValidSedol(sedol)) return;
      const isShaped = /^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/u.test(sedol);
      reader.refuse(
        'sedol',
        isShaped ? 'badCheckDigit' : 'badSedol',
        isShaped ? 'a SEDOL with a correct check digit' : 'six digits or consonants and a check digit',
      );
    },
  );
}

/** Whether a fund keeps its income, so that its equalisation is never paid out. */
export function isAccumulating(asset: Partial<Pick<Asset, 'incomeTreatment'>> | undefined): boolean {
  return asset?.incomeTreatment === 'ACCUMULATING';
}
