/**
 * Checks each row of a file against the rules and the stored records: its account, broker and asset, and every error by
 * column.
 */
import type { IsoDate } from '../../values/dates.ts';
import { TAX_WRAPPERS, type TaxWrapper } from '../../fields/enums.ts';
import { issueText } from '../../records/issue-text.ts';
import type { Issue } from '../../fields/issue.ts';
import type { Asset } from '../../records/records.ts';
import { checkTransaction, type TransactionFields, type TransactionInput } from '../../records/transaction.ts';
import { cleanText, nameKey, shorten } from '../cells/cell-text.ts';
import type { ChosenDateOrder } from '../cells/day-text.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import type { ImportAnswers, RowQuestion } from '../questions/import-question.ts';
import { habitsOf } from '../row-figures/file-habits.ts';
import type { PreviewError } from '../row-figures/preview.ts';
import { RowReader } from '../row-figures/read-row.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import type { PoundsRate } from '../row-figures/settle-pence.ts';
import { editedRow, editedSource, type RowEdit } from '../source/edited-rows.ts';
import type { RequestedReading } from '../source/source-rows.ts';
import type { Directory } from '../stored/directory.ts';
import { NEW_ACCOUNT, UNKNOWN_BROKER } from '../stored/duplicates.ts';
import { accountQuestion, createdAccountName, wrapperQuestion } from '../stored/owner-questions.ts';
import { SECURITY_FIELDS, SecurityFinder, type FoundSecurity } from '../stored/security-finder.ts';
import { inCurrency, UnstatedUnits } from '../stored/unstated-units.ts';
import { TRANSACTION_FIELDS, type TransactionField } from '../tables/columns.ts';
import type { ChargeSplit } from './charge-split.ts';
import { withIncomeOf } from './security-income.ts';
import { Corrections } from './notices.ts';

export interface ImportOptions extends RequestedReading {
  /** Later days are errors. */
  readonly today: IsoDate;
  /** For rows that name no account, broker or wrapper. */
  readonly defaults?: { readonly accountId?: string; readonly brokerId?: string; readonly taxWrapper?: TaxWrapper };
  /** For amounts in other currencies; without it they are errors. */
  readonly rate?: PoundsRate;
  /**
   * HMRC's monthly rate, pounds for one unit, for an account whose holder chose it for files without pounds; else null.
   */
  readonly monthlyRate?: (currency: string, day: IsoDate, accountId: string) => string | null;
  /** The values that the user typed over cells, by row number. */
  readonly edits?: ReadonlyMap<number, RowEdit>;
  /** Splits a purchase's only charge into stamp duty and dealing charge where that fits. */
  readonly splitCharges?: boolean;
  /** The user's answers, to this file or to an earlier one of the same source. */
  readonly answers?: ImportAnswers;
  /** The user's answer where the file does not prove the order of day and month. */
  readonly dateOrder?: ChosenDateOrder;
}

/**
 * A row with its errors, or with the fields of a transaction; account and broker may be placeholders until the row is
 * accepted.
 */
export interface CheckedRow {
  readonly errors: readonly PreviewError[];
  /** Null for error rows, and while a question is open. */
  readonly fields: TransactionFields | null;
  /** The Id in a file of our own export, or null. */
  readonly fileId: string | null;
  /** Name of an account that is not stored, or null. */
  readonly newAccount: string | null;
  /** Name (empty for none) of a broker that is not stored, or null when it is. */
  readonly unknownBroker: string | null;
  readonly reading: RowReading;
  readonly asset: Asset | null;
  /** The row's questions, answered or not. While one is open the row is never imported. */
  readonly questions: readonly RowQuestion[];
  /** The split of its only charge that is offered or, where requested, made. */
  readonly split: ChargeSplit | null;
  /** Of a row that the user has corrected: what the file states, where that is a transaction as well. */
  readonly uncorrected?: TransactionFields;
}

/** The column of the file that a domain field came from. */
function columnOf(field: string, source: SourceRows): TransactionField | null {
  if (field === 'brokerId') return 'broker';
  if (field === 'accountId') return 'account';
  if (field === 'localPrice') return source.has('localPrice') ? 'localPrice' : 'price';
  return TRANSACTION_FIELDS.find((name) => name === field) ?? null;
}

/** Checks the rows of one file. */
export class RowChecker {
  readonly habits: ReturnType<typeof habitsOf>;
  readonly corrections = new Corrections();
  private readonly reader: RowReader;
  private readonly units: UnstatedUnits;
  private readonly source: SourceRows;
  private readonly directory: Directory;
  private readonly options: ImportOptions;
  private readonly finder: SecurityFinder;
  answers: ImportAnswers;
  private readonly newAccounts: Map<string, { readonly id: string; readonly name: string }>;

  /** `like` is the checker of the whole file, whose findings a checker for an edited row shares. */
  constructor(source: SourceRows, directory: Directory, options: ImportOptions, like?: RowChecker) {
    this.source = source;
    this.directory = directory;
    this.options = options;
    this.habits = like?.habits ?? habitsOf(source, options.dateOrder);
    this.newAccounts = like?.newAccounts ?? new Map<string, { readonly id: string; readonly name: string }>();
    this.answers = like?.answers ?? options.answers ?? {};
    this.finder = new SecurityFinder(source, directory, (correction, line) => this.corrections.note(correction, line));
    this.units = new UnstatedUnits(source, this.habits.mark, options.rate ?? (() => null));
    this.reader = new RowReader(source, this.habits, {
      today: options.today,
      defaultWrapper: options.defaults?.taxWrapper ?? null,
      rate: options.rate ?? (() => null),
      monthlyRate: (currency, day, accountName) =>
        options.monthlyRate?.(currency, day, this.accountIdOf(accountName)) ?? null,
      corrected: (correction, line) => this.corrections.note(correction, line),
      answers: () => this.answers,
    });
  }

  /** Checks a row again with what the user typed over its cells. */
  checkEdited(row: SourceRow, edit: RowEdit): CheckedRow {
    return new RowChecker(editedSource(this.source, edit), this.directory, this.options, this).check(
      editedRow(row, edit, this.habits.mark),
    );
  }

  check(row: SourceRow): CheckedRow {
    const first = this.reader.read(row);
    const faulty = row.fault !== null;
    const account = faulty ? null : this.account(first);
    const broker = faulty ? { id: '', unknown: null } : this.broker(first);
    const security = faulty || first.isCash ? null : this.finder.find(first, this.answers);
    const unit = security === null ? null : this.units.settle(first, security, this.answers);
    const found = unit === null ? first : this.inUnit(row, unit, first);
    const reading = this.source.guarded ? found : withIncomeOf(found, security);
    const { errors, questions } = reading;
    const wrapper = faulty ? null : this.wrapper(reading, account?.name ?? null);
    if (faulty)
      return {
        errors,
        fields: null,
        fileId: null,
        newAccount: null,
        unknownBroker: null,
        reading,
        asset: null,
        questions: [],
        split: null,
      };
    const missing: string[] = [];
    const checked = checkTransaction(this.input(reading, account?.id ?? '', broker.id, wrapper, security));
    if (!checked.ok) this.collect(checked.issues, reading, errors, missing);
    if (missing.length > 0 && row.cut !== null) {
      errors.unshift({
        message: `Row has ${row.cut.cells} of ${row.cut.columns} columns: ${missing.join(', ')} missing.`,
        field: null,
      });
    }
    return {
      errors,
      fields: errors.length === 0 && checked.ok && !questions.some(isOpen) ? checked.value : null,
      fileId: this.fileId(reading),
      newAccount: account !== null && account.isNew ? account.name : null,
      unknownBroker: broker.unknown,
      reading,
      asset: security?.asset ?? null,
      questions,
      split: null,
    };
  }

  /** The row read again in the unit that was found for it, with its earlier errors and remarks. */
  private inUnit(row: SourceRow, unit: string, first: RowReading): RowReading {
    const again = this.reader.read(inCurrency(row, unit));
    return {
      ...again,
      source: row,
      errors: [
        ...first.errors,
        ...again.errors.filter(({ field }) => !first.errors.some((error) => error.field === field)),
      ],
      questions: first.questions,
      remarks: [...first.remarks, ...again.remarks.filter((text) => !first.remarks.includes(text))],
    };
  }

  private input(
    reading: RowReading,
    accountId: string,
    brokerId: string,
    wrapper: TaxWrapper | null,
    security: FoundSecurity | null,
  ): TransactionInput {
    const { figures } = reading;
    if (reading.isCash) return cashInput(reading, accountId, brokerId, wrapper);
    const input: TransactionInput = {
      transactionType: reading.type,
      transactionDate: reading.date,
      brokerId,
      brokerDealReference: reading.reference,
      accountId,
      taxWrapper: wrapper,
      isin: security?.isin ?? '',
      quantity: figures.quantity,
      nativePrice: this.source.has('nativePrice')
        ? figures.nativePrice
        : this.units.nativePriceOf(reading, security?.asset?.denomination ?? 'GBP'),
      localPrice: figures.localPrice,
      consideration: figures.consideration,
      brokerCharge: figures.brokerCharge,
      stampDuty: figures.stampDuty,
      fxCharge: figures.fxCharge,
      accruedInterest: figures.accruedInterest,
    };
    if (reading.extras === null && reading.relatedIsin === '') return input;
    return { ...input, ...(reading.relatedIsin === '' ? {} : { relatedIsin: reading.relatedIsin }), ...reading.extras };
  }

  /** Adds the issues of columns that have no error yet, with the file's own heading and cell. */
  private collect(issues: readonly Issue[], reading: RowReading, errors: PreviewError[], missing: string[]): void {
    for (const issue of issues) {
      const field = columnOf(issue.field, this.source);
      if (field !== null && errors.some((error) => error.field === field)) continue;
      if (field !== null && reading.questions.some((question) => isOpen(question) && question.fields.includes(field)))
        continue;
      if (field === 'isin' && errors.some((error) => error.field !== null && SECURITY_FIELDS.includes(error.field)))
        continue;
      const heading = field === null ? issue.field : this.source.heading(field);
      if (issue.code === 'required' && reading.source.cut !== null) {
        missing.push(heading);
        continue;
      }
      const cell = field === null ? '' : cleanText(reading.source.get(field));
      errors.push({
        message: issueText({ ...issue, field: heading, value: shorten(cell === '' ? issue.value : cell) }),
        field,
      });
    }
  }

  private account(reading: RowReading): { id: string; name: string; isNew: boolean } | null {
    const id = this.source.has('accountId') ? reading.source.get('accountId').trim() : '';
    const name = reading.accountName;
    const known = this.directory.account(id, name);
    if (known !== null) return { id: known.id, name: known.name, isNew: false };
    if (name === '') return this.unnamedAccount(reading);
    if (name.length > 100) {
      reading.errors.push({
        message: issueText({
          field: this.source.heading('account'),
          code: 'tooLong',
          value: shorten(name),
          expected: 'at most 100 characters',
        }),
        field: 'account',
      });
      return null;
    }
    return this.newAccount(name);
  }

  private newAccount(name: string): { id: string; name: string; isNew: boolean } {
    const key = nameKey(name);
    // A placeholder until the import creates the account: no stored account has such an id, and nothing reads it.
    const created = this.newAccounts.get(key) ?? { id: `${NEW_ACCOUNT}${this.newAccounts.size}`, name };
    this.newAccounts.set(key, created);
    return { id: created.id, name: created.name, isNew: true };
  }

  /**
   * The account id of a row before it is checked: the named account, else the default, the only one or the user's
   * answer; else empty.
   */
  private accountIdOf(accountName: string): string {
    const named = this.directory.account('', accountName)?.id ?? null;
    if (accountName !== '') return named ?? '';
    const id = this.options.defaults?.accountId ?? this.directory.onlyAccount?.id;
    return id ?? accountQuestion(this.directory, this.answers).answer ?? '';
  }

  /** The account of a row that names none: the default, the only one, or the user's answer. */
  private unnamedAccount(reading: RowReading): { id: string; name: string; isNew: boolean } | null {
    let id = this.options.defaults?.accountId ?? this.directory.onlyAccount?.id ?? null;
    if (id === null) {
      const question = accountQuestion(this.directory, this.answers);
      reading.questions.push(question);
      id = question.answer;
    }
    if (id === null) return null;
    const created = createdAccountName(id);
    if (created !== null) return this.newAccount(created);
    return { id, name: this.directory.account(id, '')?.name ?? '', isNew: false };
  }

  /** The wrapper in the row or the file; else the user's answer for this account, once the account is known. */
  private wrapper(reading: RowReading, accountName: string | null): TaxWrapper | null {
    const { wrapper, errors } = reading;
    if (wrapper !== null || accountName === null || errors.some((error) => error.field === 'taxWrapper'))
      return wrapper;
    const question = wrapperQuestion(accountName, this.answers);
    reading.questions.push(question);
    return TAX_WRAPPERS.find((wrapper) => wrapper === question.answer) ?? null;
  }

  private broker(reading: RowReading): { id: string; unknown: string | null } {
    const id = this.source.has('brokerId') ? reading.source.get('brokerId').trim() : '';
    const known = this.directory.broker(id, reading.brokerName);
    if (known !== null) return { id: known.id, unknown: null };
    const fallback = this.options.defaults?.brokerId;
    if (reading.brokerName === '' && fallback !== undefined) return { id: fallback, unknown: null };
    return { id: UNKNOWN_BROKER, unknown: reading.brokerName };
  }

  private fileId(reading: RowReading): string | null {
    if (!this.source.has('id')) return null;
    const id = reading.source.get('id').trim().toLowerCase();
    return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id) ? id : null;
  }
}

/**
 * A cash event has no security, whatever its columns contain, but an ISIN is refused. A row whose type is still asked
 * is checked like any other.
 */
function cashInput(
  { type, date, reference, isinText, extras }: RowReading,
  accountId: string,
  brokerId: string,
  taxWrapper: TaxWrapper | null,
): TransactionInput {
  return {
    transactionType: type ?? 'DEPOSIT',
    transactionDate: date,
    brokerId,
    brokerDealReference: reference,
    accountId,
    taxWrapper,
    isin: isinText,
    quantity: null,
    nativePrice: null,
    localPrice: null,
    consideration: 0,
    ...extras,
  };
}

function isOpen(question: RowQuestion): boolean {
  return question.answer === null;
}
