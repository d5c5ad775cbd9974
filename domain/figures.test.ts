import { describe, expect, it } from 'vitest';
import { parseExact, type Exact } from './decimal.ts';
import { poundsText, quantityText } from './figures.ts';

const pounds = (text: string): Exact<'pounds'> => parseExact<'pounds'>(text) ?? (0n as Exact<'pounds'>);
const units = (text: string): Exact<'quantity'> => parseExact<'quantity'>(text) ?? (0n as Exact<'quantity'>);

describe('figures in English', () => {
  it('groups thousands and puts the sign first', () => {
    expect([poundsText(pounds('1234567.895')), poundsText(pounds('-0.5')), poundsText(pounds('999.99995'), 4)]).toEqual(['£1,234,567.90', '-£0.50', '£1,000.0000']);
  });

  it('shows a quantity with the decimals that it has, ten at most', () => {
    expect([quantityText(units('1234.5')), quantityText(units('0.000001')), quantityText(units('25.714285714285714285714286'))]).toEqual(['1,234.5', '0.000001', '25.7142857143']);
  });
});
