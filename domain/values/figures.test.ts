import { describe, expect, it } from 'vitest';
import { parseExact, type Exact } from './decimal.ts';
import { poundsText } from './figures.ts';

const pounds = (text: string): Exact<'pounds'> => parseExact<'pounds'>(text) ?? (0n as Exact<'pounds'>);

describe('figures in English', () => {
  it('groups thousands and puts the sign first', () => {
    expect([poundsText(pounds('1234567.895')), poundsText(pounds('-0.5')), poundsText(pounds('999.99995'), 4)]).toEqual(
      ['£1,234,567.90', '-£0.50', '£1,000.0000'],
    );
  });
});
