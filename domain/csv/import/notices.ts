/** The sentences that say what was corrected, skipped or assumed in a file; nothing is changed silently. */
import { labelOf, TAX_WRAPPER_OPTIONS, type TaxWrapper } from '../../fields/enums.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import type { FileHabits } from '../row-figures/file-habits.ts';
import type { Correction } from '../row-figures/read-row.ts';
import type { Candidate } from '../stored/duplicates.ts';

/** What was corrected in a file: how often, and the first few texts. */
export class Corrections {
  private readonly kinds = new Map<Correction['kind'], { readonly lines: Set<number>; readonly texts: Set<string> }>();

  note(correction: Correction, line: number): void {
    const known = this.kinds.get(correction.kind) ?? { lines: new Set<number>(), texts: new Set<string>() };
    // A row that is read again, in another unit or after an answer, counts once.
    known.lines.add(line);
    if (known.texts.size < MOST_TEXTS) {
      const text = textOf(correction, line);
      if (text !== '') known.texts.add(text);
    }
    this.kinds.set(correction.kind, known);
  }

  of(kind: Correction['kind']): { readonly count: number; readonly texts: readonly string[] } {
    const found = this.kinds.get(kind);
    return { count: found?.lines.size ?? 0, texts: [...(found?.texts ?? [])] };
  }
}

const MOST_TEXTS = 20;

function textOf(correction: Correction, line: number): string {
  switch (correction.kind) {
    case 'converted':
    case 'fileRate':
    case 'monthRate':
      return correction.currency;
    case 'sedol':
    case 'name':
    case 'chosen':
      return correction.text;
    case 'undeclaredPence': {
      const quantity = correction.quantity.toLocaleString('en-GB', { maximumFractionDigits: 6 });
      const stated = correction.stated.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      return `Row ${line}: the price looks like pence (${quantity} x ${correction.price} is 100 times ${stated}) and was changed to ${correction.pounds}.`;
    }
    case 'pence':
    case 'notPence':
    case 'computed':
      return '';
  }
}

/** The most lines of one kind that are named one by one. */
const NAMED = 5;

export function importNotices(
  source: SourceRows,
  habits: FileHabits,
  corrections: Corrections,
  equal: readonly (readonly Candidate[])[],
): readonly string[] {
  const notices = [...source.notices, ...habits.notices];
  const of = (kind: Correction['kind']): ReturnType<Corrections['of']> => corrections.of(kind);
  const rows = (count: number): string => (count === 1 ? '1 row has' : `${count} rows have`);
  if (of('pence').count > 0) notices.push('Prices in pence (GBX) were converted to pounds.');
  if (of('notPence').count > 0)
    notices.push('The heading says pence, but quantity x price is the consideration: such prices were read as pounds.');
  const undeclared = of('undeclaredPence');
  notices.push(...undeclared.texts.slice(0, NAMED));
  if (undeclared.count > NAMED)
    notices.push(`${undeclared.count} prices in all look like pence and were converted to pounds.`);
  if (of('computed').count > 0)
    notices.push(`${rows(of('computed').count)} no consideration: quantity x price was used.`);
  for (const currency of of('converted').texts)
    notices.push(`Amounts in ${currency} were converted to pounds at the rate of each date.`);
  for (const currency of of('monthRate').texts)
    notices.push(
      `Amounts in ${currency} were converted to pounds at HMRC's rate for each month, as you chose under Income.`,
    );
  for (const currency of of('fileRate').texts)
    notices.push(`Amounts in ${currency} were converted to pounds at the rates that the file states.`);
  notices.push(...of('sedol').texts.slice(0, NAMED), ...of('name').texts, ...of('chosen').texts);
  for (const group of equal.slice(0, NAMED)) notices.push(equalNotice(group));
  if (equal.length > NAMED)
    notices.push(`${equal.length} groups of identical rows in all are read as separate trades.`);
  return notices;
}

/** The notice that the file's name or title says another tax wrapper than the one chosen for its rows; none where it does not. */
export function wrapperNotice({ wrapper }: SourceRows, chosen: TaxWrapper | undefined): readonly string[] {
  if (wrapper === null || chosen === undefined || wrapper === chosen) return [];
  const label = (one: TaxWrapper): string => labelOf(TAX_WRAPPER_OPTIONS, one);
  return [
    `The file's name or title says ${label(wrapper)}, but ${label(chosen)} was chosen, and is used for rows that name no tax wrapper. Check which is right.`,
  ];
}

/** `Rows 2, 5 and 9 are identical. They are read as separate trades.` */
function equalNotice(group: readonly Candidate[]): string {
  const lines = group.slice(0, NAMED).map(({ line }) => String(line));
  const more = group.length - lines.length;
  const named = new Intl.ListFormat('en-GB').format([
    ...lines,
    ...(more > 0 ? [`${more.toLocaleString('en-GB')} more`] : []),
  ]);
  return `Rows ${named} are identical. They are read as separate trades.`;
}
