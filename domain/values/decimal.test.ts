import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAmount, isAmount, parseAmount, type Pounds, type Quantity } from './amount.ts';
import { add, divideHalfEven, exact, parseExact, share, subtract, toAmount, toFixed, toText } from './decimal.ts';

/** Decimals of at most 15 significant digits, as records carry them. */
const decimals = fc
  .tuple(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 10 }))
  .map(([digits, places]) => Number(`${digits}e-${places}`) as Pounds);

describe('exact decimals', () => {
  it('adds 0.1 and 0.2 to 0.3', () => {
    expect(toText(add(exact(0.1 as Pounds), exact(0.2 as Pounds)))).toBe('0.3');
  });

  it('reads and writes every record number without change', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(toAmount(exact(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('agrees with exact text reading on the fast path', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(exact(value)).toBe(parseExact(String(value)));
      }),
    );
  });

  it('keeps the sum of a share and its remainder exact', () => {
    fc.assert(
      fc.property(
        decimals,
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (value, part, rest) => {
          const total = exact(value);
          const whole = exact((part + rest) as Quantity);
          const first = share(total, exact(part as Quantity), whole);
          expect(add(first, subtract(total, first))).toBe(total);
          expect(share(total, whole, whole)).toBe(total);
        },
      ),
    );
  });

  it('divides half to even', () => {
    expect([5n, 15n, -5n, -15n, 26n, -26n].map((n) => divideHalfEven(n, 10n))).toEqual([0n, 2n, 0n, -2n, 3n, -3n]);
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError);
  });

  it('prints fixed places half away from zero', () => {
    expect(toFixed(exact(1.005 as Pounds), 2)).toBe('1.01');
    expect(toFixed(exact(-1.005 as Pounds), 2)).toBe('-1.01');
    expect(toFixed(exact(1234 as Pounds), 0)).toBe('1234');
  });

  it('refuses texts that are not decimal numbers', () => {
    for (const text of ['', '.', 'abc', '1,000', '1e', 'NaN', '0x10', '1e-30']) expect(parseExact(text)).toBeNull();
  });
});

describe('amounts', () => {
  it('accepts up to 15 significant digits and names what is wrong beyond', () => {
    expect(parseAmount('33.9858')).toBe(33.9858);
    expect(parseAmount('0.000001')).toBe(0.000001);
    expect(parseAmount('1234567890.12345')).toBe(1234567890.12345);
    expect(parseAmount('1234567890.123456')).toBe('tooPrecise');
    expect(parseAmount('100000000000000.00')).toBe(100000000000000);
    expect(parseAmount('ten')).toBe('notANumber');
    expect(parseAmount('1e5')).toBe('notANumber');
    expect(checkAmount(1e21)).toBe('tooLarge');
    expect(checkAmount(Number.NaN)).toBe('notANumber');
    expect(checkAmount(0.1 + 0.2)).toBe('tooPrecise');
    expect(Object.is(checkAmount(-0), 0)).toBe(true);
    expect(isAmount(checkAmount(5))).toBe(true);
  });
});
