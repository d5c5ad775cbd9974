/** RULES 2.1: a consolidation at which brokers drop fractions. */
import { describe, expect, it } from 'vitest';
import { buy, row, sell } from '../../../tests/cgt/rows.ts';
import { price, viewOf } from '../../../tests/returns/returns-rows.ts';

const BOUGHT = [buy('2024-01-02', 105, 1050, { broker: 'one' }), buy('2024-01-02', 107, 1070, { broker: 'two' })];
const PRICES = [price('2024-01-02', 10), price('2024-01-05', 100), price('2024-01-09', 110)];
const parts = (rows: Parameters<typeof viewOf>[0]['rows']) =>
  viewOf({ rows, prices: PRICES, asOf: '2024-01-09' }, '2024-01-02', '2024-01-09', { splitBy: 'brokerId' }).parts.map(
    ({ key, bridge }) => [key, bridge?.realised, bridge?.unrealised, bridge?.closing],
  );
const at = (broker: string, change: number, ratio?: readonly [number, number]) =>
  row('SPLIT', '2024-01-05', change, 0, { broker, ...(ratio && { ratio }) });

describe('RULES 2.1: brokers that drop fractions at a consolidation', () => {
  it('each have the units of their own row, so that the last sale leaves nothing at one and more at the other', () => {
    const split = [at('one', -95), at('two', -97)];
    expect(parts([...BOUGHT, ...split])).toEqual([
      ['one', 0, 50, 1100],
      ['two', 0, 30, 1100],
    ]);
    expect(parts([...BOUGHT, ...split, sell('2024-01-09', 10, 1100, { broker: 'one' })])).toEqual([
      ['one', 50, 0, 0],
      ['two', 0, 30, 1100],
    ]);
  });

  it('follow the ratio where it is stated, where a place has no row, and where a row is off by a unit or more', () => {
    const closing = (rows: Parameters<typeof parts>[0]) => parts(rows).map(([, , , value]) => value);
    expect(closing([...BOUGHT, at('one', -95, [1, 10]), at('two', -97)])).toEqual([1155, 1177]);
    expect(closing([...BOUGHT, at('one', -192)])).toEqual([1089.62, 1110.38]);
    expect(closing([...BOUGHT, at('one', -90), at('two', -102)])).toEqual([1089.62, 1110.38]);
  });
});
