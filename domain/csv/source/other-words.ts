/**
 * What the words of a row's other columns say against it, in a file without a profile: a reversal, an order that was not
 * executed, another type of transaction or kind of instrument.
 */
import { labelOf, TRANSACTION_TYPES, type TaxWrapper, type TransactionType } from '../../fields/enums.ts';
import { cleanText, shorten } from '../cells/cell-text.ts';
import { saysOnlyCashInterest } from '../cells/interest-words.ts';
import { remembered } from '../cells/remembered.ts';
import { saysCorporateAction, saysReversal, typeOfWord } from '../cells/words.ts';
import { wrapperOfAccount } from '../cells/wrapper-words.ts';
import { CHARGE_FIELDS, fieldOfHeader, type TransactionField } from '../tables/columns.ts';
import { FlagColumns } from './flag-columns.ts';
import { saysNotExecuted } from './order-status.ts';
import { corporateNote, reversalNote } from './reversal-words.ts';
import type { NamedColumn } from './column-cells.ts';

/** A column of kinds of instruments; only shares, funds and bonds are read. */
const KIND_HEADING = /\b(?:type|class|category|kind|instrument|product)\b/u;
const OTHER_KIND =
  /\b(?:cfds?|contracts? for difference|spread ?bet(?:s|ting)?|options?|futures?|forex|fx|crypto(?:currenc(?:y|ies))?|derivatives?|warrants?)\b/iu;

/** A second column of types beside the one that is read. */
const TYPE_HEADING = /\b(?:sub ?type|side|direction|action)\b/u;

/** Money or shares that moved between wrappers. */
const BETWEEN_WRAPPERS =
  /\bbed (?:and|&) (?:isa|sipp|pension)\b|\b(?:from|to|into) (?:an |my |your |the )?(?:isa|sipp|gia)\b/iu;
/** The short name of a tax wrapper, as a word of its own in capitals or beside another of its words. */
const NAMES_WRAPPER =
  /(?<![\p{L}])(?:[LJ]?ISA|SIPP|(?:in|into|for|from|to|within) (?:(?:an?|my|the|his|her) )?(?:[lj]?isa|sipp|pension)|(?:lifetime|junior|shares|cash) isa|[lj]isa|sipp)(?![\p{L}])(?! [A-Z][a-z])/u;
const WRAPPER_STEM = /isa|sipp|pension/iu;

function namesWrapper(cell: string): boolean {
  return cell.length >= 3 && cell.length <= 255 && WRAPPER_STEM.test(cell) && NAMES_WRAPPER.test(cell);
}

/** A charge with its figure in a text. */
const CHARGE_IN_TEXT = /\b(?:commission|stamp duty|ptm levy|(?:dealing )?(?:fee|charge)s?)\b[^\d\n]{0,12}\d/iu;
/** What all these words contain; a column of texts is searched for it quickly. */
const ASIDE_STEM = /isa|sipp|gia|pension|commission|stamp|ptm|fee|charge/iu;
/** Words that say the opposite of a movement of cash. */
const AGAINST_CASH: Readonly<Partial<Record<TransactionType, RegExp>>> = {
  FEE: /\b(?:refund(?:ed)?|rebated?|returned|reimburse\w*)\b/iu,
  TAX: /\b(?:refund(?:ed)?|returned|reclaim(?:ed)?|repaid|repayment|relief)\b/iu,
  CASH_INTEREST: /\b(?:charged|debit|overdr\w*|loan|margin|deducted)\b/iu,
  INTEREST: /\b(?:charged|debit|overdr\w*|margin|deducted)\b/iu,
  DEPOSIT: /\b(?:returned|bounced|recalled|failed|rejected|withdraw\w*)\b/iu,
  WITHDRAWAL: /\b(?:returned|bounced|recalled|failed|rejected|refund(?:ed)?|deposit)\b/iu,
};

/** A column of texts, which may name what a row is about. */
const TEXT_HEADING = /^(?:(?:transaction |payment )?(?:details?|narrative|particulars|memo|description))$/u;

/** Words for the kind of a row that is no plain trade or income. */
const NO_PLAIN_KIND = /\b(?:transfer|gift|award|reward|journal|conversion|exchange|adjust\w*|internal)\b/iu;

/** A column of accounts that is not read, of which some name a tax wrapper. */
const OWNER_HEADING = /\b(?:accounts?|plan|pot|portfolio|wrapper|scheme)\b/u;

const POSITION_HEADING = /^(?:open close|open or close|position effect|opening closing)$/u;

export class OtherWords {
  private readonly name: number | undefined;
  private readonly reference: number | undefined;
  /** The columns that are read and may name a tax wrapper besides. */
  private readonly names: readonly number[];
  private readonly namesWrapper: boolean;
  private readonly hasCharges: boolean;
  private readonly securities: readonly number[];
  private readonly details: NamedColumn[] = [];
  private readonly positions: NamedColumn[] = [];
  private readonly texts: NamedColumn[] = [];
  private readonly owners: NamedColumn[] = [];
  private readonly flags: FlagColumns;
  private readonly kinds: NamedColumn[] = [];
  private readonly types: NamedColumn[] = [];
  private readonly titles = new Map<string, boolean>();
  private readonly known = new Map<string, TransactionType | null>();
  private readonly wrappers = new Map<string, TaxWrapper | null>();

  /** `index` are the columns that are read as fields. */
  constructor(index: ReadonlyMap<TransactionField, number>) {
    this.name = index.get('assetName');
    this.securities = (['isin', 'sedol', 'ticker', 'assetName'] as const).flatMap((field) => index.get(field) ?? []);
    this.reference = index.get('brokerDealReference');
    this.names = (['broker', 'assetName', 'brokerDealReference'] as const).flatMap((field) => index.get(field) ?? []);
    this.namesWrapper = index.has('taxWrapper');
    this.flags = new FlagColumns(this.namesWrapper);
    this.hasCharges = CHARGE_FIELDS.some((field) => index.has(field));
  }

  /** Takes a column that is not read; `text` is its heading as `normaliseHeader` returns it. */
  take(column: NamedColumn, text: string): void {
    if (KIND_HEADING.test(text)) this.kinds.push(column);
    if (fieldOfHeader(text) === 'transactionType' || TYPE_HEADING.test(text)) this.types.push(column);
    if (POSITION_HEADING.test(text)) this.positions.push(column);
    if (TEXT_HEADING.test(text)) this.details.push(column);
    if (OWNER_HEADING.test(text) && !this.namesWrapper) this.owners.push(column);
    this.flags.take(column, text);
    this.texts.push(column);
  }

  /**
   * Adds what the columns, and the name in its own, say against a row; `isSigned` if only its signs name the type. True
   * where one of them says that the row may reverse another.
   */
  addNotes(notes: string[], cells: readonly string[], type: TransactionType | null, isSigned: boolean): boolean {
    let mayReverse = false;
    const reversal = (heading: string, cell: string): string | null => {
      const note = reversalNote(heading, cell);
      mayReverse ||= note !== null;
      return note;
    };
    const title = this.name === undefined ? '' : (cells[this.name] ?? '');
    // The names of a file repeat.
    if (remembered(this.titles, title, (text) => saysReversal(text) || saysCorporateAction(text))) {
      const named = reversal('The name', title) ?? corporateNote('The name', title, type);
      if (named !== null) notes.push(named);
    }
    const named = againstCash('The name', title, type);
    if (named !== null) notes.push(named);
    const reference = cells[this.reference ?? -1] ?? '';
    const reversed = reversal('The reference', reference);
    if (reversed !== null) notes.push(reversed);
    if (!this.namesWrapper)
      for (const cell of this.names.map((position) => cells[position] ?? ''))
        if (namesWrapper(cell))
          notes.push(`'${shorten(cleanText(cell))}' names a tax wrapper, which was not read. Check the tax wrapper.`);
    for (const { position, heading } of this.texts) {
      const cell = cells[position] ?? '';
      const note = reversal(heading, cell) ?? corporateNote(heading, cell, type) ?? againstCash(heading, cell, type);
      if (note !== null) notes.push(note);
      else if (saysNotExecuted(cell))
        notes.push(`${heading} is '${cleanText(cell)}'. Check that the transaction took place as stated.`);
      else if (cell.length >= 3 && cell.length <= 255 && ASIDE_STEM.test(cell)) {
        const text = asideOf(cell);
        if ((text === 'wrapper' || namesWrapper(cell)) && !this.namesWrapper)
          notes.push(`${heading} is '${cleanText(cell)}'. Check the tax wrapper.`);
        if (text === 'charge' && !this.hasCharges && (type === 'BUY' || type === 'SELL'))
          notes.push(`${heading} is '${cleanText(cell)}'. It may state a charge, and none was read. Check it.`);
      }
    }
    if (type === 'INTEREST' && this.securities.every((position) => (cells[position] ?? '').trim() === ''))
      for (const { position, heading } of this.details) {
        const cell = cells[position] ?? '';
        if (!saysOnlyCashInterest(cell))
          notes.push(`${heading} is '${shorten(cleanText(cell))}'. Check whether this is interest on cash.`);
      }
    notes.push(...this.flags.notes(cells, type));
    for (const { position, heading } of this.owners) {
      const cell = cells[position] ?? '';
      if (cell.length <= 60 && remembered(this.wrappers, cell, wrapperOfAccount) !== null)
        notes.push(`${heading} is '${cleanText(cell)}', and was not read. Check the tax wrapper.`);
    }
    for (const { position, heading } of this.positions) {
      const cell = (cells[position] ?? '').trim().toLowerCase();
      if (
        (type === 'SELL' && /^o(?:pen(?:ing)?)?$/u.test(cell)) ||
        (type === 'BUY' && /^c(?:los(?:e|ing))?$/u.test(cell))
      )
        notes.push(`${heading} is '${cell}': units that were not held may have been sold. Check the row.`);
    }
    for (const { position, heading } of this.kinds) {
      const cell = cells[position] ?? '';
      if (/^\s*(?:amount )?per (?:share|unit)\s*$/iu.test(cell))
        notes.push(`${heading} is '${cleanText(cell)}': the amount may be that of one unit. Check it.`);
      if (cell.length <= 60 && OTHER_KIND.test(cell))
        notes.push(`${heading} is '${cleanText(cell)}'. Only shares, funds and bonds are read. Check the row.`);
    }
    for (const { position, heading } of isSigned ? this.texts : this.types) {
      const cell = cells[position] ?? '';
      const other = cell.length > 60 ? null : remembered(this.known, cell, typeOfWord);
      if (other === null && cell.length <= 60 && NO_PLAIN_KIND.test(cell))
        notes.push(`${heading} is '${cleanText(cell)}'. Check whether the row needs another type.`);
      if (type !== null && other !== null && other !== type)
        notes.push(
          `${heading} is '${cleanText(cell)}', but the row was read as ${labelOf(TRANSACTION_TYPES, type)}. Check which is right.`,
        );
    }
    return mayReverse;
  }
}

/** What a text says against a movement of cash; null for nothing. */
function againstCash(heading: string, cell: string, type: TransactionType | null): string | null {
  const against = type === null || cell.length > 255 ? undefined : AGAINST_CASH[type];
  return against?.test(cell) === true
    ? `${heading} is '${shorten(cleanText(cell))}'. Check whether money was paid or received.`
    : null;
}

/** What a text beside a row says of its tax wrapper or its charges. */
function asideOf(text: string): 'wrapper' | 'charge' | null {
  if (BETWEEN_WRAPPERS.test(text)) return 'wrapper';
  return CHARGE_IN_TEXT.test(text) ? 'charge' : null;
}
