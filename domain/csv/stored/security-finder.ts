/**
 * Finds the security that a row names: by ISIN, by SEDOL, by ticker and currency or exchange, by a full name of the
 * catalogue, or by the user's answer for this broker. In all other cases the user is asked.
 */
import { isValidIsin } from '../../values/isin.ts';
import { issueText } from '../../records/issue-text.ts';
import type { IssueCode } from '../../fields/issue.ts';
import type { Asset } from '../../records/records.ts';
import { nameKey, shorten } from '../cells/cell-text.ts';
import { remembered } from '../cells/remembered.ts';
import { currencyOfWord } from '../cells/words.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import { FILE_SECURITY, questionKey, type ImportAnswers } from '../questions/import-question.ts';
import type { Correction } from '../row-figures/read-row.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { Directory } from './directory.ts';
import { namesAnotherIssuer, namesAnotherKind, namesOtherIncome } from './security-name.ts';
import { proposeSecurities, type NamedSecurity } from './security-proposals.ts';

export interface FoundSecurity {
  readonly isin: string;
  /** Null for a valid ISIN that the catalogue lacks. */
  readonly asset: Asset | null;
}

/** The file's own words for a security; empty when it has none. */
export function securityLabel(reading: NamedSecurity): string {
  const code = [reading.isinText, reading.sedolText, reading.ticker].find((text) => text !== '') ?? '';
  if (reading.assetName === '') return code;
  return code === '' ? reading.assetName : `${reading.assetName} (${code})`;
}

/** The same for all rows that name a security in the same words; empty when the row names none. */
export function securityKey(reading: NamedSecurity): string {
  return nameKey(
    [reading.isinText, reading.sedolText, reading.ticker, reading.assetName].filter((text) => text !== '').join(' | '),
  );
}

/** Columns whose error means that the security is not known. */
export const SECURITY_FIELDS: readonly TransactionField[] = ['isin', 'sedol', 'ticker', 'assetName'];

/** A ticker in a column of names. */
const CODE = /^[A-Z][A-Z0-9]{0,5}(?:[.:][A-Z]{0,4})?$/u;

export class SecurityFinder {
  private readonly source: SourceRows;
  private readonly directory: Directory;
  private readonly note: (correction: Correction, line: number) => void;
  private readonly contradictions = new Map<string, string | null>();

  constructor(source: SourceRows, directory: Directory, note: (correction: Correction, line: number) => void) {
    this.source = source;
    this.directory = directory;
    this.note = note;
  }

  /** The only security of a file that names none, by the user's answer for the whole file. */
  private ofFile(reading: RowReading, answers: ImportAnswers): FoundSecurity | null {
    const answer = answers[FILE_SECURITY];
    const isin = answer !== undefined && isValidIsin(answer) ? answer : null;
    reading.questions.push({
      key: FILE_SECURITY,
      kind: 'security',
      label: '',
      text: 'The file names no security. Which one are all its rows about?',
      fields: SECURITY_FIELDS,
      proposals: () => [],
      answer: isin,
    });
    return isin === null ? null : { isin, asset: this.directory.asset(isin) };
  }

  /** The row's security; null after adding to its errors or questions. */
  find(reading: RowReading, answers: ImportAnswers): FoundSecurity | null {
    if (isValidIsin(reading.isinText)) return this.confirmed(reading);
    const isin = answers[questionKey('security', securityKey(reading))];
    if (isin !== undefined && isValidIsin(isin)) return this.answered(reading, isin);
    if (this.source.namesNoSecurity) return this.ofFile(reading, answers);
    if (reading.isinText !== '') return this.byIsin(reading);
    if (reading.sedolText !== '') return this.bySedol(reading);
    if (reading.ticker !== '') return this.byTicker(reading);
    // An empty cell in a column of identifiers is an error of the row: the name does not replace it, but may be asked
    // about.
    const hasCodes = this.source.has('isin') || this.source.has('sedol');
    if (reading.assetName === '' || hasCodes) {
      if (reading.assetName !== '') this.raise(reading, 'The row names no ISIN.');
      return this.refuse(reading, hasCodes ? 'isin' : 'assetName', 'required', '', 'the ISIN of an asset');
    }
    const asset = this.named(reading.assetName);
    if (asset !== null && !this.fits(asset, { ...reading, ticker: asset.fetchCode }))
      return this.ask(
        reading,
        `${quoted(reading.assetName)} is quoted in pence, and the row's price is in US dollars: it may be a receipt of another exchange.`,
      );
    if (asset !== null) return { isin: asset.isin, asset };
    const coded = CODE.test(reading.assetName) ? this.byCode(reading, reading.assetName) : null;
    if (coded !== null) return this.read(reading, reading.assetName, coded);
    return this.ask(reading, `No security in the catalogue is called ${quoted(reading.assetName)}.`);
  }

  /** The security of a row's ISIN, with a note where its other words mean another security of the catalogue. */
  private confirmed(reading: RowReading): FoundSecurity {
    const asset = this.directory.asset(reading.isinText);
    if (!this.source.guarded) {
      const text = remembered(
        this.contradictions,
        `${reading.isinText}|${reading.sedolText}|${reading.ticker}|${reading.assetName}`,
        () => (asset === null ? this.otherIsin(reading) : this.contradiction(reading, asset)),
      );
      if (text !== null) reading.notes.push(text);
    }
    return { isin: reading.isinText, asset };
  }

  /** What a SEDOL or a full name of the catalogue says against an ISIN that it does not have. */
  private otherIsin({ isinText, sedolText, assetName }: RowReading): string | null {
    const sedol = sedolText === '' ? null : this.directory.bySedolText(sedolText);
    const bySedol = sedol?.ok === true ? sedol.asset : null;
    const other = bySedol ?? (assetName === '' ? null : this.named(assetName));
    return other === null || other.isin === isinText
      ? null
      : `${shorten(other.name)} has the ISIN ${other.isin} in the catalogue, and ${isinText} in the file. Check whether it is the same security, whose ISIN has changed.`;
  }

  /** What a SEDOL, a name or a ticker says against the ISIN beside it; a name decides over a ticker. */
  private contradiction({ sedolText, assetName, ticker }: RowReading, asset: Asset): string | null {
    const against = (words: string, other: Asset): string =>
      `The ISIN belongs to ${shorten(asset.name)}, but the ${words} belongs to ${shorten(other.name)}. Check which is right.`;
    const sedol = sedolText === '' ? null : this.directory.bySedolText(sedolText);
    if (sedol?.ok === true && sedol.asset !== null && sedol.isin !== asset.isin)
      return against(`SEDOL ${quoted(sedolText)}`, sedol.asset);
    const named = assetName === '' ? null : this.named(assetName);
    if (named !== null) return named.isin === asset.isin ? null : against(`name ${quoted(assetName)}`, named);
    const ofTicker = ticker === '' ? [] : this.directory.assetsOfTicker(ticker);
    const [other] = ofTicker;
    if (other !== undefined && !ofTicker.includes(asset) && asset.fetchCode !== '')
      return against(`ticker ${quoted(ticker)}`, other);
    if (this.source.isBrokerFile) return null;
    // A description may say anything else.
    const isName = assetName !== '' && !/descri|detail|narrative|comment/iu.test(this.source.heading('assetName'));
    if (isName && asset.name !== asset.isin && namesAnotherIssuer(assetName, asset.name))
      return `The ISIN belongs to ${shorten(asset.name)}, but the name is ${quoted(assetName)}. Check which is right.`;
    return namesOtherIncome(assetName, asset.name)
      ? `The ISIN belongs to ${shorten(asset.name)}, but the name is ${quoted(assetName)}. One pays income out, the other accumulates it. Check which is right.`
      : null;
  }

  /** The asset whose full name equals the name, or the broker's own form of it. */
  private named(name: string): Asset | null {
    const asset = this.directory.assetNamed(name);
    if (asset !== null) return asset;
    const fitting = this.source.nameForms(name).map((form) => this.directory.assetNamed(form));
    const found = new Set(fitting.filter((form) => form !== null));
    return found.size === 1 ? ([...found][0] ?? null) : null;
  }

  private answered(reading: RowReading, isin: string): FoundSecurity {
    const asset = this.directory.asset(isin);
    this.raise(reading, '', isin);
    this.note(
      {
        kind: 'chosen',
        text: `${quoted(securityLabel(reading))} was read as ${asset?.name ?? 'an unlisted security'} (${isin}), as you answered.`,
      },
      reading.source.line,
    );
    return { isin, asset };
  }

  private byIsin(reading: RowReading): FoundSecurity | null {
    const found = this.directory.byIsinText(reading.isinText);
    if (!found.ok) {
      const mistyped = found.reason === 'badCheckDigit';
      this.raise(reading, `${quoted(reading.isinText)} is not an ISIN.`);
      return this.refuse(
        reading,
        'isin',
        mistyped ? 'badCheckDigit' : 'badIsin',
        reading.isinText,
        mistyped
          ? 'an ISIN with a correct check digit; this one is mistyped'
          : 'two letters, nine letters or digits and a check digit, or XAU, XAG or XPT',
      );
    }
    if (found.correction !== null)
      this.note({ kind: 'sedol', text: `Row ${reading.source.line}: ${found.correction}` }, reading.source.line);
    return found;
  }

  private bySedol(reading: RowReading): FoundSecurity | null {
    const found = this.directory.bySedolText(reading.sedolText);
    if (found.ok) {
      if (found.correction !== null) this.note({ kind: 'sedol', text: found.correction }, reading.source.line);
      return found;
    }
    if (found.reason === 'unknownSedol')
      return this.ask(reading, `No security in the catalogue has the SEDOL ${found.value}.`);
    this.raise(reading, `${quoted(found.value)} is not a SEDOL.`);
    return this.refuse(reading, 'sedol', 'badSedol', found.value, 'seven characters with a correct check digit');
  }

  /** A ticker alone may belong to another exchange, and the name beside it must not mean another security. */
  private byTicker(reading: RowReading): FoundSecurity | null {
    const { ticker, assetName } = reading;
    const byTicker = this.byCode(reading, ticker);
    const byName = assetName === '' ? null : this.named(assetName);
    const ofTicker = this.directory.assetsOfTicker(ticker);
    const [other] = byName === null || ofTicker.includes(byName) ? [] : ofTicker;
    if (byName !== null && other !== undefined)
      return this.ask(
        reading,
        `The ticker ${quoted(ticker)} belongs to ${shorten(other.name)}, but the name ${quoted(assetName)} belongs to ${shorten(byName.name)}.`,
      );
    if (byName !== null && byTicker !== byName && !this.fits(byName, reading))
      return this.ask(
        reading,
        `The name ${quoted(assetName)} belongs to ${shorten(byName.name)}, but the ticker ${quoted(ticker)} or the currency is not that of it.`,
      );
    if (byName !== null) return { isin: byName.isin, asset: byName };
    if (byTicker === null)
      return this.ask(
        reading,
        ofTicker.length === 0
          ? `No security in the catalogue has the ticker ${quoted(ticker)}.`
          : `The ticker ${quoted(ticker)} is not enough: its currency or exchange does not identify one security in the catalogue.`,
      );
    const isOther = !this.source.isBrokerFile && namesAnotherIssuer(assetName, byTicker.name);
    if (isOther || namesAnotherKind(assetName, byTicker.name))
      return this.ask(
        reading,
        `The ticker ${quoted(ticker)} belongs to ${shorten(byTicker.name)}, but the name ${quoted(assetName)} suggests another security.`,
      );
    return this.read(reading, ticker, byTicker);
  }

  /** Whether a row's ticker and currency may be those of a security that its name means: a receipt abroad has others. */
  private fits({ fetchCode, isin, denomination }: Asset, { ticker, figures, source }: RowReading): boolean {
    const own = fetchCode.split('.')[0]?.toUpperCase() ?? '';
    const isOther = own !== '' && own !== (ticker.split(/[.:]/u)[0] ?? '').toUpperCase();
    const currency = figures.priceCurrency ?? currencyOfWord(source.get('currency'))?.code ?? null;
    const isAbroad = isin.startsWith('GB') && denomination === 'GBX' && currency === 'USD';
    return !isAbroad && !(isOther && !this.source.isBrokerFile);
  }

  /** The asset with this ticker, by the currency or exchange of the row. */
  private byCode({ figures, source }: RowReading, ticker: string): Asset | null {
    return this.directory.assetByTicker(ticker, {
      currency: figures.priceCurrency ?? currencyOfWord(source.get('currency'))?.code ?? null,
      market: source.get('exchange'),
    });
  }

  private read({ source }: RowReading, ticker: string, asset: Asset): FoundSecurity {
    this.note({ kind: 'name', text: `${quoted(ticker)} was read as ${asset.name} (${asset.isin}).` }, source.line);
    return { isin: asset.isin, asset };
  }

  /** Adds the question for the row's security. */
  private ask(reading: RowReading, text: string): null {
    this.raise(reading, text);
    return null;
  }

  private raise(reading: RowReading, text: string, answer: string | null = null): void {
    const label = shorten(securityLabel(reading), 100);
    const { isinText, sedolText, ticker, assetName } = reading;
    reading.questions.push({
      key: questionKey('security', securityKey(reading)),
      kind: 'security',
      label,
      text,
      fields: SECURITY_FIELDS,
      proposals: () => proposeSecurities({ isinText, sedolText, ticker, assetName }, this.directory),
      answer,
    });
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

function quoted(text: string): string {
  return `'${shorten(text)}'`;
}
