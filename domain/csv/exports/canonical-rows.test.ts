import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import type { Field } from '../../fields/record-fields.ts';
import { TRANSACTION, type Transaction } from '../../records/records.ts';
import { checkTransaction } from '../../records/transaction.ts';
import { canonicalRowsParts, MOST_ROWS, readCanonicalRows, type ReadRows } from './canonical-rows.ts';

const HEADER = ['id', ...Object.keys(TRANSACTION)];
const idOf = (index: number): string => `0197a000-0000-7000-8000-${String(index).padStart(12, '0')}`;

const BUY = {
  transactionType: 'BUY',
  transactionDate: '2025-05-22',
  brokerId: idOf(1),
  brokerDealReference: 'R1',
  accountId: idOf(2),
  taxWrapper: 'DEALING',
  isin: 'GB00BH4HKS39',
  quantity: 12.5,
  nativePrice: null,
  localPrice: 1e-7,
  consideration: 1073.1,
  brokerCharge: 8,
  stampDuty: 5.37,
  fxCharge: 0,
  accruedInterest: -0.5,
};

function stored(input: object, index = 10): Transaction {
  const checked = checkTransaction(input);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return { id: idOf(index), ...checked.value };
}

const linesOf = (rows: readonly Transaction[]): string[][] => {
  const { data } = Papa.parse<string[]>([...canonicalRowsParts(rows)].join(''), { delimiter: ',', newline: '\r\n' });
  return data.slice(0, -1);
};

const transactionsOf = (read: ReadRows): readonly unknown[] =>
  read.ok ? read.rows.map((row) => (row.read.ok ? row.read.transaction : row.read.fault)) : [read.fault];

/** The file of one purchase with one cell changed. */
function withCell(column: string, cell: string): string[][] {
  const [header = [], row = []] = linesOf([stored(BUY)]);
  return [header, row.map((old, at) => (HEADER[at] === column ? cell : old))];
}

describe('rows in the canonical form', () => {
  it('are read back unchanged, whatever their texts and figures', () => {
    const figure = fc.oneof(
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 1, max: 1e9 }).map((value) => value / 1e4),
      fc.integer({ min: 1, max: 1e6 }).map((value) => value / 1e12),
    );
    const text = fc.oneof(
      fc.constantFrom('', '=1+1', "'=1", 'a,b', '"', '""', ',', '-5', '0x1f', 'null', '\uFEFFx'),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const input = fc.oneof(
      fc
        .record({ quantity: figure, localPrice: fc.option(figure), accruedInterest: figure, reference: text })
        .map(({ reference, ...fields }) => ({ ...BUY, ...fields, brokerDealReference: reference })),
      fc
        .record({ cashAmount: figure, transferId: text, settlementDate: fc.constantFrom(undefined, '2025-05-26') })
        .map((fields) => ({
          ...BUY,
          ...fields,
          transactionType: 'CASH_TRANSFER_IN',
          isin: '',
          quantity: null,
          localPrice: null,
          consideration: 0,
          brokerCharge: 0,
          stampDuty: 0,
          accruedInterest: 0,
          cashCurrency: 'EUR',
        })),
      fc
        .record({ ratioNew: fc.integer({ min: 1, max: 99 }), costFraction: fc.constantFrom(0, 0.25, 1) })
        .map((fields) => ({
          ...BUY,
          ...fields,
          ratioOld: 7,
          transactionType: 'DEMERGER',
          relatedIsin: 'IE00B3RBWM25',
          smallTreatment: 'deduct',
          incomeDate: '2025-06-01',
        })),
    );
    const record = input.map((one) => checkTransaction(one)).filter((checked) => checked.ok);
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (all) => {
        const rows = all.map(({ value }, index): Transaction => ({ id: idOf(index), ...value }));
        expect(transactionsOf(readCanonicalRows(linesOf(rows)))).toEqual(rows);
      }),
      runs(300, 20_000),
    );
  });

  it('write every number in one way: any other spelling is refused by row, column and value', () => {
    const numbers = Object.entries<Field<unknown>>(TRANSACTION).flatMap(([name, { is }]) =>
      is.kind === 'figure' || is.kind === 'whole' ? [name] : [],
    );
    expect(numbers).toHaveLength(15);
    const spellings = ['1,5', '1.50', '01', '+1', '1e3', ' 1', '1 ', '0x1', '.5', '5.', '-0', '٣', '1_0', 'NaN', 'n/a'];
    for (const column of numbers)
      for (const cell of [...spellings, '1'.repeat(400)]) {
        const [fault] = transactionsOf(readCanonicalRows(withCell(column, cell)));
        expect(fault).toMatch(new RegExp(`^Row 2, column ${column}: ".+" is not valid: expected `, 'u'));
      }
    expect(transactionsOf(readCanonicalRows(withCell('brokerCharge', '')))).toEqual([
      'Row 2, column brokerCharge: "" is not valid: expected a number such as 12 or 12.5.',
    ]);
  });

  it.each([
    ['transactionType', 'Buy', 'a transaction type such as BUY or SELL'],
    ['transactionDate', '22/05/2025', 'a date as yyyy-MM-dd'],
    ['transactionDate', '2025-02-30', 'a date as yyyy-MM-dd'],
    ['taxWrapper', 'isa', 'DEALING, SIPP'],
    ['isin', 'GB00BH4HKS38', 'an ISIN with a correct check digit'],
    ['accountId', '', 'an account'],
    ['quantity', '-1', 'a number greater than 0'],
    ['taxCountry', 'us', 'a country as two capital letters'],
  ])('guess nothing: %s "%s" is refused', (column, cell, expected) => {
    const [fault] = transactionsOf(readCanonicalRows(withCell(column, cell)));
    expect(fault).toContain(`"${cell}" is not valid: expected `);
    expect(fault).toContain(expected);
  });

  it('name the faults of one row and leave the others', () => {
    const lines = linesOf([stored(BUY, 10), stored(BUY, 11), stored(BUY, 12)]);
    const read = readCanonicalRows(lines.map((cells, at) => (at === 2 ? cells.with(6, 'ISSA').with(8, 'x') : cells)));
    expect(read).toMatchObject({
      ok: true,
      rows: [
        { row: 2, id: idOf(10), read: { ok: true } },
        {
          row: 3,
          id: idOf(11),
          read: { ok: false, fault: expect.stringMatching(/^Row 3, column quantity: "x"/u) as string },
        },
        { row: 4, id: idOf(12), read: { ok: true } },
      ],
    });
  });

  it('are refused as a whole where a row has no usable id, or the columns differ', () => {
    const [header = [], row = []] = linesOf([stored(BUY)]);
    const faultOf = (lines: readonly (readonly string[])[]): unknown => {
      const read = readCanonicalRows(lines);
      return read.ok ? null : read.fault;
    };
    expect(faultOf([])).toBe('Row 1, column 1: "" is not valid: expected id.');
    expect(faultOf([header.with(2, 'Date'), row])).toBe(
      'Row 1, column 3: "Date" is not valid: expected transactionDate.',
    );
    expect(
      faultOf([
        [...header, 'more'],
        [...row, ''],
      ]),
    ).toBe(`Row 1, column ${HEADER.length + 1}: "more" is not valid: expected no further column.`);
    expect(faultOf([header, row.slice(1)])).toBe(`Row 2 has ${HEADER.length - 1} cells: expected ${HEADER.length}.`);
    expect(faultOf([header, row.with(0, 'X')])).toBe(
      'Row 2, column id: "X" is not valid: expected a UUID in small letters.',
    );
    expect(faultOf([header, row, row])).toBe(
      `Row 3, column id: "${idOf(10)}" is not valid: expected an id that no row above has.`,
    );
    const many = Array.from({ length: MOST_ROWS + 1 }, (_, index) => row.with(0, idOf(index)));
    expect(faultOf([header, ...many])).toBe(`The file has 2001 rows: expected at most 2000.`);
    expect(faultOf([header, ...many.slice(1)])).toBeNull();
  });
});
