/** RULES 4: amounts, and that not a penny is lost at any size or precision. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT_SETTINGS } from '../../records/account-settings.ts';
import { buy, classOf, disposalsInWords, gainsOf, poolInWords, sell } from '../../../tests/cgt/rows.ts';
import { sum, toAmount, toText } from '../../values/decimal.ts';

describe('amounts', () => {
  it('4.1, 4.2: proceeds are gross; charges and stamp duty of both sides are allowable', () => {
    const rows = [
      buy('2024-01-02', 10, 100, { brokerCharge: 5.99, stampDuty: 0.5 }),
      sell('2024-06-03', 10, 150, { brokerCharge: 5.99, stampDuty: 1 }),
    ];
    expect(disposalsInWords(rows)).toEqual(['10: 150 - 113.48 = 36.52; SECTION_104 10 @ 106.49']);
  });

  it('4.3: the FX charge counts only where the account says so', () => {
    const rows = [buy('2024-01-02', 10, 100, { fxCharge: 1.5 }), sell('2024-06-03', 10, 150, { fxCharge: 2.5 })];
    expect(disposalsInWords(rows)).toEqual(['10: 150 - 100 = 50; SECTION_104 10 @ 100']);
    expect(
      disposalsInWords(rows, {
        settings: new Map([['ann', { ...DEFAULT_ACCOUNT_SETTINGS, fxChargeAllowable: true }]]),
      }),
    ).toEqual(['10: 150 - 104 = 46; SECTION_104 10 @ 101.5']);
  });

  it('4.6: accrued interest is in neither cost nor proceeds', () => {
    expect(
      disposalsInWords([
        buy('2024-01-02', 10, 100, { accruedInterest: 7 }),
        sell('2024-06-03', 10, 150, { accruedInterest: -3 }),
      ]),
    ).toEqual(['10: 150 - 100 = 50; SECTION_104 10 @ 100']);
  });

  it('4.4: 0.1 and 0.2 are 0.3, in cost and in quantity', () => {
    const rows = [buy('2024-01-02', 0.1, 0.1), buy('2024-01-03', 0.2, 0.2), sell('2024-06-03', 0.3, 0.3)];
    expect(disposalsInWords(rows)).toEqual(['0.3: 0.3 - 0.3 = 0; SECTION_104 0.3 @ 0.3']);
    expect(poolInWords(gainsOf(rows))).toBe('0 @ 0');
  });

  it('4.4: six and ten decimals of quantity, and a billion pounds, stay exact', () => {
    const rows = [
      buy('2024-01-02', 12.345678, 999999999.99),
      buy('2024-01-03', 0.0000000001, 0.01),
      sell('2024-06-03', 12.345678, 1000000000.01),
      sell('2024-06-04', 0.0000000001, 0.02),
    ];
    const { disposals } = classOf(gainsOf(rows));
    expect(toText(sum(disposals.map(({ gain }) => gain)))).toBe('0.03');
    expect(poolInWords(gainsOf(rows))).toBe('0 @ 0');
  });

  it('4.5: the costs of a lot sold in a thousand parts add up to all 24 decimals', () => {
    const rows = [
      buy('2023-01-03', 1000, 100.01),
      ...Array.from({ length: 1000 }, (_, index) => sell(dayOf(index), 1, 0.2)),
    ];
    const { disposals } = classOf(gainsOf(rows));
    expect(disposals).toHaveLength(1000);
    expect(toText(sum(disposals.map(({ allowableCost }) => allowableCost)))).toBe('100.01');
    expect(poolInWords(gainsOf(rows))).toBe('0 @ 0');
  });

  it('4.5: a thousand repurchases of one day share what three sales claim, exactly', () => {
    const rows = [
      buy('2023-01-03', 10, 10),
      sell('2024-03-01', 1, 5),
      sell('2024-03-02', 1, 5),
      sell('2024-03-03', 1, 5),
      ...Array.from({ length: 1000 }, () => buy('2024-03-20', 0.007, 0.07, { brokerCharge: 0.01 })),
    ];
    const result = gainsOf(rows);
    const matched = sum(classOf(result).disposals.map(({ allowableCost }) => allowableCost));
    expect(toText(sum([matched, classOf(result).pools[0]?.cost ?? (0n as never)]))).toBe('90');
  });

  it('4.7: JSON numbers have at most 15 digits, whatever the computation gave', () => {
    const [disposal] = classOf(gainsOf([buy('2024-01-02', 3, 100), sell('2024-06-03', 1, 33.34)])).disposals;
    expect(disposal === undefined ? null : [toAmount(disposal.allowableCost), toAmount(disposal.gain)]).toEqual([
      33.3333333333333, 0.00666666666666667,
    ]);
  });
});

/** The day that many days after 1 June 2023. */
function dayOf(index: number): string {
  return new Date(Date.UTC(2023, 5, 1) + index * 86_400_000).toISOString().slice(0, 10);
}
