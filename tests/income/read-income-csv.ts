/**
 * A second reading of an exported year of income: from the text of the CSV alone, with a parser, an arithmetic and a table of
 * boxes of its own. It knows nothing of the project's rules but what the forms say (domain/income/RULES.md 3).
 */

/** What the text comes to, in words as the screen has them. */
export interface ReadAgain {
  /** `SA100 box 4: Dividends from UK companies £1,234.56, on the return £1,234`, sorted. */
  readonly boxes: readonly string[];
  /** Gross, tax withheld and net of what counts. */
  readonly totals: readonly string[];
  /** By nature, of what counts, sorted: `UK dividends £1.00 £0.00 £1.00`. */
  readonly natures: readonly string[];
  /** By ISA, LISA, JISA and SIPP, sorted: `ISA £1.00`. */
  readonly apart: readonly string[];
  /** Receipts, those apart among them. */
  readonly receipts: number;
  /** What in the file contradicts itself, or the forms. */
  readonly faults: readonly string[];
}

type Line = ReadonlyMap<string, string>;

/** RFC 4180, character by character. */
export function csvLines(text: string): Line[] {
  const rows: string[][] = [];
  let [cells, cell, quoted] = [[] as string[], '', false];
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\r' && body[at + 1] === '\n') {
      rows.push([...cells, cell]);
      [cells, cell] = [[], ''];
      at += 1;
    } else cell += sign;
  }
  if (quoted || cell !== '' || cells.length > 0) throw new Error('the file ends within a line');
  const [header = [], ...lines] = rows;
  return lines.map((line) => {
    if (line.length !== header.length) throw new Error(`a line has ${line.length} cells, the header ${header.length}`);
    return new Map(header.map((name, index) => [name, line[index] ?? '']));
  });
}

const cellOf = (line: Line, name: string): string => {
  const cell = line.get(name);
  if (cell === undefined) throw new Error(`the file has no column ${name}`);
  return cell;
};

function pence(line: Line, name: string): bigint {
  const cell = cellOf(line, name);
  if (!/^-?\d+\.\d\d$/u.test(cell)) throw new Error(`${name} "${cell}" is not in pounds and pence`);
  return BigInt(cell.replace('.', ''));
}

const grouped = (whole: bigint): string => String(whole).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',');

function words(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  return `${amount < 0n ? '-' : ''}£${grouped(size / 100n)}.${String(size % 100n).padStart(2, '0')}`;
}

const APART = ['ISA', 'LISA', 'JISA', 'SIPP'];

/** SA100 TR3, box 3: untaxed foreign interest up to £2,000. */
const SMALL_INTEREST = 200_000n;

/** SA100, page 1: income is rounded down and tax paid up. */
const onReturn = (place: string, sum: bigint): string =>
  grouped((/ tax on |Tax taken off/u.test(place) ? sum + 99n : sum) / 100n);

type Part = readonly [form: string, box: string, label: string, amount: bigint];

/** What the forms want of a receipt, as the boxes are named in the file. */
function partsOf(line: Line, isSmall: boolean): readonly Part[] {
  const [gross, tax] = [pence(line, 'Gross'), pence(line, 'Tax Withheld')];
  const foreign = (what: string, taxed: string): Part[] => [
    ['SA106', '', what, gross],
    ...(tax === 0n ? [] : [['SA106', '', taxed, tax] as const]),
  ];
  switch (cellOf(line, 'Nature')) {
    case 'UK dividends':
      return [['SA100', '4', 'Dividends from UK companies', gross]];
    case 'UK fund distributions (dividends)':
      return [['SA100', '5', 'Other dividends', gross]];
    case 'UK interest':
    case 'UK fund distributions (interest)':
      return tax === 0n
        ? [['SA100', '2', 'Untaxed UK interest', gross]]
        : [['SA100', '1', 'Taxed UK interest (net)', gross - tax]];
    case 'Foreign interest':
      return tax === 0n && isSmall
        ? [['SA100', '3', 'Untaxed foreign interest (up to £2,000)', gross]]
        : foreign('Foreign interest', 'Foreign tax on interest');
    case 'Foreign dividends':
      return foreign('Foreign dividends', 'Foreign tax on dividends');
    case 'Gilt interest':
      return [
        ...(tax === 0n
          ? []
          : [
              ['SA101', '1', 'Gilt interest after tax taken off', gross - tax] as const,
              ['SA101', '2', 'Tax taken off gilt interest', tax] as const,
            ]),
        ['SA101', '3', 'Gilt interest, gross amount before tax', gross],
      ];
    case 'Property income distributions':
      return [
        ['', '', 'Property income distributions', gross],
        ...(tax === 0n ? [] : [['', '', 'Tax taken off property income distributions', tax] as const]),
      ];
    case 'Not known yet':
      return [];
    default:
      throw new Error(`a nature of no form: ${cellOf(line, 'Nature')}`);
  }
}

const RECEIPT = [
  'Date',
  'ISIN',
  'Asset Name',
  'Account',
  'Tax Wrapper',
  'Nature',
  'Kind',
  'Country',
  'Gross',
  'Tax Withheld',
  'Net',
];

/** Reads a holder's year again. Before 2016-17 no box has a number. */
export function readIncomeCsv(text: string, { hasNumbers }: { readonly hasNumbers: boolean }): ReadAgain {
  const lines = csvLines(text);
  const faults: string[] = [];
  // Lines that say the same of a receipt are those of its boxes, or of as many like it.
  const receipts = new Map<string, [Line, ...Line[]]>();
  for (const line of lines) {
    const key = JSON.stringify(RECEIPT.map((name) => cellOf(line, name)));
    const alike = receipts.get(key);
    if (alike === undefined) receipts.set(key, [line]);
    else alike.push(line);
  }
  const counts = (line: Line): boolean => !APART.includes(cellOf(line, 'Tax Wrapper'));
  const isForeign = (line: Line): boolean =>
    counts(line) && cellOf(line, 'Nature') === 'Foreign interest' && pence(line, 'Tax Withheld') === 0n;
  // Each is on one line, whichever box it is in.
  const untaxed = lines.filter(isForeign).reduce((sum, line) => sum + pence(line, 'Gross'), 0n);
  const isSmall = untaxed <= SMALL_INTEREST;

  const boxes = new Map<string, bigint>();
  const placeOf = (form: string, box: string, label: string, country: string): string =>
    `${form === '' ? 'Other income' : box === '' ? form : `${form} box ${box}`}${form === 'SA106' ? `, ${country}` : ''}: ${label}`;
  const totals = [0n, 0n, 0n];
  const natures = new Map<string, bigint[]>();
  const apart = new Map<string, bigint>();
  let count = 0;
  for (const alike of receipts.values()) {
    const [line] = alike;
    const parts = counts(line) ? partsOf(line, isSmall) : [];
    const each = alike.length / Math.max(1, parts.length);
    const what = `${cellOf(line, 'Date')} ${cellOf(line, 'ISIN')} ${cellOf(line, 'Nature')}`;
    if (!Number.isInteger(each)) faults.push(`${what}: ${alike.length} lines for ${parts.length} boxes`);
    const figures = ['Gross', 'Tax Withheld', 'Net'].map((name) => pence(line, name));
    const [gross = 0n, tax = 0n, net = 0n] = figures;
    if (gross - tax !== net) faults.push(`${what}: gross less tax is not net`);
    count += each;
    const times = BigInt(Math.trunc(each));
    if (counts(line)) {
      figures.forEach((figure, index) => (totals[index] = (totals[index] ?? 0n) + figure * times));
      const nature = natures.get(cellOf(line, 'Nature')) ?? [0n, 0n, 0n];
      natures.set(
        cellOf(line, 'Nature'),
        nature.map((sum, index) => sum + (figures[index] ?? 0n) * times),
      );
    } else apart.set(cellOf(line, 'Tax Wrapper'), (apart.get(cellOf(line, 'Tax Wrapper')) ?? 0n) + gross * times);

    const wanted = parts
      .map(([form, box, label, amount]) => JSON.stringify([form, hasNumbers ? box : '', label, String(amount)]))
      .flatMap((part) => Array<string>(Number(times)).fill(part));
    const found = alike.map((one) =>
      ['Form', 'Box', 'Box Label', 'Amount in Box'].every((name) => cellOf(one, name) === '')
        ? 'none'
        : JSON.stringify([
            cellOf(one, 'Form'),
            cellOf(one, 'Box'),
            cellOf(one, 'Box Label'),
            String(pence(one, 'Amount in Box')),
          ]),
    );
    const expected = parts.length === 0 ? alike.map(() => 'none') : wanted;
    if (found.toSorted().join() !== expected.toSorted().join())
      faults.push(`${what}: in the boxes ${found.join(' ')}, by the forms ${expected.join(' ')}`);
    for (const one of alike) {
      if (cellOf(one, 'Amount in Box') === '') continue;
      const place = placeOf(cellOf(one, 'Form'), cellOf(one, 'Box'), cellOf(one, 'Box Label'), cellOf(one, 'Country'));
      boxes.set(place, (boxes.get(place) ?? 0n) + pence(one, 'Amount in Box'));
    }
  }
  return {
    boxes: [...boxes]
      .map(([place, sum]) => `${place} ${words(sum)}, on the return £${onReturn(place, sum)}`)
      .toSorted(),
    totals: totals.map(words),
    natures: [...natures].map(([nature, sums]) => [nature, ...sums.map(words)].join(' ')).toSorted(),
    apart: [...apart].map(([wrapper, sum]) => `${wrapper} ${words(sum)}`).toSorted(),
    receipts: count,
    faults,
  };
}
