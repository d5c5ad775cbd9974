/**
 * Text of cgtcalculator.com and ukcgt.xyz (FORMATS 3.15) without header, its columns separated by spaces: side, day,
 * ticker, shares, price, charges, tax.
 */
import { cellOf, productOf, sizeOf } from './figures.ts';
import { eachRow, type Profile } from './profile.ts';

const LINE = /^(?:B|S|BUY|SELL)[ \t]+\d{1,2}\/\d{1,2}\/\d{4}[ \t]+\S+(?:[ \t]+-?[\d,.]+){2,4}[ \t]*$/iu;
/** The header that such a text is given; no real file starts with it. */
export const CGT_HEADER = ['cgtcalculator side', 'date', 'ticker', 'shares', 'price', 'charges', 'tax'] as const;

/** True when the first line that is not blank, and most others, are trades with columns separated by spaces. */
export function isCgtText(text: string): boolean {
  const first = /^\s*(.*)/u.exec(text)?.[1] ?? '';
  if (!LINE.test(first.trimEnd())) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.filter((line) => LINE.test(line.trim())).length * 2 > lines.length;
}

export const cgtCalculator: Profile = {
  broker: 'cgtcalculator.com',
  ragged: true,
  header: ({ cells }) => (cells[0] === CGT_HEADER[0] ? CGT_HEADER.length : 0),
  read: eachRow((row) => {
    if (!LINE.test(row.cells.join(' ')))
      return {
        kind: 'fault',
        message:
          'This line is not a trade: expected side, day, company, shares, price, charges and tax, such as B 01/03/2025 SWDA 1000 3.6093 9.95 0.',
      };
    const [quantity, price] = [sizeOf(row.get('shares')), sizeOf(row.get('price'))];
    return {
      kind: 'transaction',
      cells: {
        transactionDate: row.get('date'),
        transactionType: /^b/iu.test(row.cells[0] ?? '') ? 'BUY' : 'SELL',
        ticker: row.get('ticker'),
        quantity: row.get('shares'),
        price: cellOf(price),
        consideration: cellOf(productOf(quantity, price)),
        brokerCharge: cellOf(sizeOf(row.get('charges'))),
        stampDuty: cellOf(sizeOf(row.get('tax'))),
      },
    };
  }),
};
