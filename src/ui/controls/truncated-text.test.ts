import { expect, it } from 'vitest';
import { tailStart } from './truncated-text.tsx';

it('keeps the last words of a name whole, and of a word longer than twelve characters its last nine', () => {
  const ends = [
    ['Vanguard LifeStrategy 80% Equity A Acc', 'A Acc'],
    ['iShares Core MSCI World UCITS ETF', 'UCITS ETF'],
    ['Vanguard FTSE All-World UCITS ETF Accumulating', 'Accumulating'],
    ['Coventry Building Society', 'Society'],
    ['Flat 3, 52 Harbour Street, Whitstable, CT5 0AA', 'CT5 0AA'],
    ['The house of AlexandraAlexandra', 'Alexandra'],
    ['AlexandraAlexandraAlexandra', 'Alexandra'],
  ] as const;
  for (const [name, end] of ends) expect(name.slice(tailStart(name))).toBe(end);
});
