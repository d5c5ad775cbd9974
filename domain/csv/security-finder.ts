/** Which security a row names: by ISIN, SEDOL, ticker or name, or as the user chose for what nothing else tells. */
import { issueText, type IssueCode } from '../issue.ts';
import { isValidIsin } from '../isin.ts';
import type { Asset } from '../records.ts';
import { nameKey, shorten } from './cell-text.ts';
import type { TransactionField } from './columns.ts';
import type { Directory } from './directory.ts';
import type { Correction, RowReading } from './read-row.ts';
import type { SourceRows } from './source-row.ts';

export interface FoundSecurity {
  readonly isin: string;
  /** Null for a valid ISIN that the catalogue does not have. */
  readonly asset: Asset | null;
}

/** ISIN by `securityKey`, as the user chose. */
export type SecurityChoices = Readonly<Record<string, string>>;

/** What a file calls a security, in its own words; empty when it says nothing. */
export function securityLabel(reading: Pick<RowReading, 'isinText' | 'sedolText' | 'ticker' | 'assetName'>): string {
  return [reading.isinText, reading.sedolText, reading.ticker, reading.assetName].find((text) => text !== '') ?? '';
}

/** The same for all rows that name one security in the same words; empty when the row says nothing. */
export function securityKey(reading: Pick<RowReading, 'isinText' | 'sedolText' | 'ticker' | 'assetName'>): string {
  return nameKey(securityLabel(reading));
}

/** Columns whose fault is that the security is not known. */
export const SECURITY_FIELDS: readonly TransactionField[] = ['isin', 'sedol', 'ticker', 'assetName'];

export class SecurityFinder {
  private readonly source: SourceRows;
  private readonly directory: Directory;
  private readonly note: (correction: Correction, line: number) => void;
  choices: SecurityChoices;

  constructor(
    source: SourceRows,
    directory: Directory,
    choices: SecurityChoices,
    note: (correction: Correction, line: number) => void,
  ) {
    this.source = source;
    this.directory = directory;
    this.choices = choices;
    this.note = note;
  }

  /** The row's security; null after adding to its errors. */
  find(reading: RowReading): FoundSecurity | null {
    if (isValidIsin(reading.isinText)) return { isin: reading.isinText, asset: this.directory.asset(reading.isinText) };
    const chosen = this.chosen(reading);
    if (chosen !== null) return chosen;
    if (reading.isinText !== '') return this.byIsin(reading);
    if (reading.sedolText !== '') return this.bySedol(reading);
    if (reading.ticker !== '') return this.byTicker(reading);
    if (this.source.has('isin') || this.source.has('sedol'))
      return this.refuse(reading, 'isin', 'required', '', 'the ISIN of an asset');
    const asset = this.directory.assetNamed(reading.assetName);
    if (asset !== null) return { isin: asset.isin, asset };
    const similar = this.directory.assetLike(reading.assetName);
    if (similar !== null) return this.named(reading, reading.assetName, similar);
    return this.refuse(
      reading,
      'assetName',
      reading.assetName === '' ? 'required' : 'unknownReference',
      reading.assetName,
      'the name of an asset in the catalogue, or an ISIN column',
    );
  }

  private chosen(reading: RowReading): FoundSecurity | null {
    const isin = this.choices[securityKey(reading)];
    if (isin === undefined) return null;
    const asset = this.directory.asset(isin);
    this.note(
      {
        kind: 'chosen',
        text: `'${shorten(securityLabel(reading))}' was read as ${asset?.name ?? 'the chosen asset'} (${isin}), as you chose.`,
      },
      reading.source.line,
    );
    return { isin, asset };
  }

  private byIsin(reading: RowReading): FoundSecurity | null {
    const found = this.directory.byIsinText(reading.isinText);
    if (!found.ok) {
      const mistyped = found.reason === 'badCheckDigit';
      return this.refuse(
        reading,
        'isin',
        mistyped ? 'badCheckDigit' : 'badIsin',
        reading.isinText,
        mistyped
          ? 'an ISIN whose last digit checks; it is mistyped'
          : 'two letters, nine letters or digits and a check digit, or XAU, XAG or XPT',
      );
    }
    if (found.correction !== null)
      this.note({ kind: 'sedol', text: `Line ${reading.source.line}: ${found.correction}` }, reading.source.line);
    return found;
  }

  private bySedol(reading: RowReading): FoundSecurity | null {
    const found = this.directory.bySedolText(reading.sedolText);
    if (!found.ok) {
      const bad = found.reason === 'badSedol';
      return this.refuse(
        reading,
        'sedol',
        bad ? 'badSedol' : 'unknownReference',
        found.value,
        bad ? 'seven characters whose check digit fits' : 'the SEDOL of an asset in the catalogue',
      );
    }
    if (found.correction !== null) this.note({ kind: 'sedol', text: found.correction }, reading.source.line);
    return found;
  }

  /** A ticker alone may be another exchange's: where the row has a name as well, both must be of one security. */
  private byTicker(reading: RowReading): FoundSecurity | null {
    const { ticker, assetName } = reading;
    const byTicker = this.directory.assetByTicker(ticker);
    const byName =
      assetName === '' ? null : (this.directory.assetNamed(assetName) ?? this.directory.assetLike(assetName));
    if (byTicker !== null && byName !== null && byTicker.isin !== byName.isin) {
      return this.refuse(
        reading,
        'ticker',
        'unknownReference',
        ticker,
        `one security: the ticker is that of ${shorten(byTicker.name)}, the name that of ${shorten(byName.name)}`,
      );
    }
    const asset = byTicker ?? byName;
    if (asset !== null) return this.named(reading, byTicker === null ? assetName : ticker, asset);
    return this.refuse(
      reading,
      'ticker',
      'unknownReference',
      ticker,
      'the ticker of an asset in the catalogue, or an ISIN column',
    );
  }

  private named(reading: RowReading, words: string, asset: Asset): FoundSecurity {
    this.note(
      { kind: 'name', text: `'${shorten(words)}' was read as ${asset.name} (${asset.isin}).` },
      reading.source.line,
    );
    return { isin: asset.isin, asset };
  }

  private refuse(reading: RowReading, field: TransactionField, code: IssueCode, value: string, expected: string): null {
    const { errors } = reading;
    if (!errors.some((error) => error.field === field))
      errors.push({
        message: issueText({ field: this.source.heading(field), code, value: shorten(value), expected }),
        field,
      });
    return null;
  }
}
