import { expect, it } from 'vitest';
import type { Transaction } from '../records/records.ts';
import { buy, gainsOf, row, sell } from '../../tests/cgt/rows.ts';
import { splitsElsewhere } from './splits-elsewhere.ts';

const NAMES = {
  accounts: new Map([
    ['ann', { name: 'Ann Smith' }],
    ['bob', { name: 'Bob Smith' }],
  ]),
  assets: new Map([['TEST', { name: 'Test plc' }]]),
};
const SPLIT = row('SPLIT', '2024-06-03', 10, 0, { id: 'split', ratio: [2, 1] });
const HELD = [buy('2024-01-10', 10, 100), SPLIT];
const BOUGHT = buy('2024-01-10', 10, 100, { account: 'bob' });

const found = (...rows: readonly Transaction[]) => splitsElsewhere(gainsOf([...HELD, ...rows]).classes, NAMES);

it('cgt/RULES 10.2: names the holder whose records lack a split that another holder has, once', () => {
  expect(found(BOUGHT)).toEqual([
    {
      accountName: 'Bob Smith',
      assetName: 'Test plc',
      isin: 'TEST',
      transactionId: 'split',
      date: '2024-06-03',
      text: expect.stringMatching(
        /^The records of Ann Smith have this split, but those of Bob Smith do not.*for Ann Smith if there was none\.$/u,
      ),
      serious: false,
      isOfField: false,
    },
  ]);
  // Another holder's broker booked it a week later.
  const third = [
    buy('2024-01-10', 10, 100, { account: 'cat' }),
    row('SPLIT', '2024-06-10', 10, 0, { account: 'cat', ratio: [2, 1] }),
  ];
  expect(found(BOUGHT, ...third).map(({ accountName }) => accountName)).toEqual(['Bob Smith']);
});

it('cgt/RULES 10.2: finds the split of a security whose code changed with it', () => {
  const changed = row('ISIN_CHANGE', '2024-06-03', null, 0, { relatedIsin: 'NEW' });
  expect(found(BOUGHT, changed).map(({ isin }) => isin)).toEqual(['TEST']);
});

it.each([
  ['booked it within 30 days', [BOUGHT, row('SPLIT', '2024-07-03', 10, 0, { account: 'bob', ratio: [2, 1] })]],
  ['has it as a bonus issue', [BOUGHT, row('BONUS_ISSUE', '2024-06-04', 10, 0, { account: 'bob' })]],
  ['bought afterwards', [buy('2024-06-03', 10, 100, { account: 'bob' })]],
  ['sold before', [BOUGHT, sell('2024-06-02', 10, 100, { account: 'bob' })]],
  ['holds another security', [buy('2024-01-10', 10, 100, { account: 'bob', isin: 'OTHER' })]],
] as const)('cgt/RULES 10.2: says nothing of a holder who %s', (_, rows) => {
  expect(found(...rows)).toEqual([]);
});
