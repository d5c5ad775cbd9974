import { describe, expect, it } from 'vitest';
import { formatBytes, formatMoney, formatPercent, formatQuantity, signOf } from './format.ts';

describe('money', () => {
  it('rounds the printed decimal, not its binary neighbour', () => {
    expect(formatMoney(1.005)).toBe('£1.01');
    expect(formatMoney('2.675')).toBe('£2.68');
    expect(formatMoney('-0.005')).toBe('−£0.01');
  });

  it('keeps every digit of exact text and groups thousands', () => {
    expect(formatMoney('123456789012345678.99')).toBe('£123,456,789,012,345,678.99');
    expect(formatMoney('1234.56789', { places: 4 })).toBe('£1,234.5679');
    expect(formatMoney(987654.4, { places: 0 })).toBe('£987,654');
  });

  it('sets a code apart from its number, but not a mark', () => {
    expect(formatMoney(1234.5, { currency: 'GBX' })).toBe('GBX\u00a01,234.50');
    expect(formatMoney(-1234.5, { currency: 'USD' })).toBe('−$1,234.50');
  });

  it('uses a true minus sign, a plus for gains where asked, and none for zero', () => {
    expect(formatMoney(-98.2)).toBe('−£98.20');
    expect(formatMoney(98.2, { sign: 'always' })).toBe('+£98.20');
    expect(formatMoney('-0.001')).toBe('£0.00');
    expect(formatMoney(0, { sign: 'always' })).toBe('£0.00');
  });
});

describe('quantities, percents and sizes', () => {
  it('shows up to six decimals and adds no zeros', () => {
    expect(formatQuantity(1500.5)).toBe('1,500.5');
    expect(formatQuantity('0.1234567')).toBe('0.123457');
    expect(formatQuantity(1e-7, 12)).toBe('0.0000001');
  });

  it('shows percents with two decimals', () => {
    expect(formatPercent(12.345)).toBe('12.35%');
    expect(formatPercent('-0.5')).toBe('−0.50%');
  });

  it('reads a sign from text without a number', () => {
    expect([signOf('-0.000'), signOf('-1e-9'), signOf(0), signOf('12')]).toEqual([0, -1, 0, 1]);
  });

  it('says file sizes in base 1024 with two decimals, and bytes whole', () => {
    expect([formatBytes(512), formatBytes(1536), formatBytes(10_485_760)]).toEqual(['512 B', '1.50 KB', '10.00 MB']);
    expect([512, 1234, 1_234_567, 3_221_225_472].map((size) => formatBytes(size, 'Bytes'))).toEqual([
      '512 Bytes',
      '1.21 KB',
      '1.18 MB',
      '3.00 GB',
    ]);
  });
});
