import type { TaxRange } from '../../../domain/cgt/tax/tax-computation.ts';
import { HiddenMoney, type HiddenMoneyProps } from './figures.tsx';

export interface MoneyRangeProps extends Pick<HiddenMoneyProps, 'places' | 'mask'> {
  readonly range: TaxRange | null;
}

/** One amount, or the least and the most where income is not stated. */
export function MoneyRange({ range, ...format }: MoneyRangeProps) {
  if (range === null) return 'Not known for this year';
  if (range.low === range.high) return <HiddenMoney value={range.low} {...format} />;
  return (
    <>
      <HiddenMoney value={range.low} {...format} /> to <HiddenMoney value={range.high} {...format} />
    </>
  );
}
