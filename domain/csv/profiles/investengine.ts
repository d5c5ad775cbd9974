/** InvestEngine (FORMATS 3.8): name and ISIN in one cell, no charges, a banner line above the header. */
import { cellOf, sizeOf } from './figures.ts';
import type { Profile } from './profile.ts';

export const investEngine: Profile = {
  id: 'investengine',
  broker: 'InvestEngine',
  all: ['security / isin', 'transaction type', 'quantity', 'share price', 'total trade value', 'trade date/time'],
  read(row) {
    const security = /^(.*?)\s*\/\s*ISIN\s+(\S+)$/iu.exec(row.get('security / isin'));
    const type = row.get('transaction type').toUpperCase();
    if (type !== 'BUY' && type !== 'SELL') return { kind: 'fault', message: `Unrecognised InvestEngine transaction type '${row.get('transaction type')}'. Choose a type for this row or leave it out.` };
    return {
      kind: 'transaction',
      cells: {
        transactionDate: row.get('trade date/time'), transactionType: type, assetName: security?.[1] ?? row.get('security / isin'), isin: security?.[2] ?? '',
        quantity: row.get('quantity'), price: row.get('share price'), consideration: cellOf(sizeOf(row.get('total trade value'))),
      },
    };
  },
};
