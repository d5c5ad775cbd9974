/** Whether a changed file puts a wrong figure into a row that is chosen beforehand, without a word on that row. */
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import type { Mutant } from './mutate-file.ts';

const FIGURES = [
  'transactionType',
  'transactionDate',
  'isin',
  'quantity',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'localPrice',
  'relatedIsin',
  'ratioNew',
  'ratioOld',
  'cashAmount',
  'cashCurrency',
  'contributionKind',
  'grossIncome',
  'taxWithheld',
  'taxCountry',
] as const satisfies readonly (keyof TransactionFields)[];

/** The figures of a row as one text. */
function figuresOf(fields: TransactionFields): string {
  return FIGURES.map((field) => fields[field] ?? '').join('|');
}

/** A row with wrong figures that is taken without a word. */
export interface SilentFault {
  readonly type: string;
  readonly text: string;
}

/** Chosen beforehand, with nothing said on it. */
export function isTakenSilently({ status, notes, remarks, fields }: PreparedRow): boolean {
  // Where a second side was read says nothing of its figures.
  const said = remarks.filter((remark) => !/^Read from line \d+\.$/u.test(remark));
  return status === 'valid' && notes.length === 0 && said.length === 0 && fields !== null;
}

/** Rows of the changed file that are taken in silence with figures that the file did not have; empty where all is said. */
export function silentFaults(
  original: PreparedImport,
  mutant: Mutant,
  changed: PreparedImport,
): readonly SilentFault[] {
  const right: TransactionFields[] = original.rows.flatMap((row) => (row.fields === null ? [] : [row.fields]));
  const taken = changed.rows.filter(isTakenSilently).flatMap((row) => (row.fields === null ? [] : [row]));
  if (mutant.kind === 'cancelled') {
    const cancelled = original.rows.find((row) => row.rowNumber === mutant.lines[0])?.fields ?? null;
    // Nobody can distinguish a consolidation from a reversed split, so it gets a warning.
    if (cancelled?.transactionType === 'SPLIT')
      return taken
        .filter((row) => mutant.lines[1] === row.rowNumber)
        .map((row) => ({ type: 'SPLIT', text: `line ${row.rowNumber}` }));
    // A charge or a tax that is cancelled changes its trade rightly.
    if (cancelled === null) return [];
    // Of a trade that is cancelled nothing is left.
    right.splice(right.indexOf(cancelled), 1);
  }
  return taken.flatMap(({ fields, rowNumber }) => {
    if (fields === null || (mutant.kind === 'split pair' && fields.transactionType === 'SPLIT')) return [];
    const at = right.findIndex((other) => isSame(other, fields));
    if (at === -1) return [{ type: fields.transactionType, text: `line ${rowNumber}: ${figuresOf(fields)}` }];
    right.splice(at, 1);
    return [];
  });
}

const INCOME: ReadonlySet<string> = new Set(['DIVIDEND', 'INTEREST', 'ACCUMULATION', 'EQUALISATION']);

/** What no figure beside them can prove: two cents, or the rounding of a price by the unit. */
function isSame(a: TransactionFields, b: TransactionFields): boolean {
  return FIGURES.every((field) => {
    const [one, other] = [a[field] ?? '', b[field] ?? ''];
    // Units beside an income are no figure of it.
    if ((field === 'quantity' || field === 'localPrice') && other === '' && INCOME.has(a.transactionType)) return true;
    if (typeof one !== 'number' || typeof other !== 'number') return one === other;
    return (
      Math.abs(one - other) <= (field === 'localPrice' ? Math.abs(one) * 0.001 : field === 'quantity' ? 0 : 0.0251)
    );
  });
}
