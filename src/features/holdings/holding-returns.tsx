/** Columns of /holdings that are shown when asked for: what each holding earned in a period (domain/returns/RULES.md 1.6). */
import type { HoldingReturnsPeriod } from '../../../workers/api/worker-api.ts';
import type { HoldingReturn } from '../../../domain/returns/answers/holding-returns.ts';
import { shownMoneyWeighted } from '../../../domain/returns/figures/money-weighted.ts';
import { type ShownRate, shownTimeWeighted } from '../../../domain/returns/figures/time-weighted.ts';
import { PERIOD_CHOICES } from '../../../domain/returns/figures/periods.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { rateText } from '../../ui/texts/format.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';
import { holdingKeyText } from './holding-key.ts';
import styles from './holdings.module.css';
import { Missing } from './price-cell.tsx';

export const RETURNS_PERIODS = PERIOD_CHOICES.filter(
  (choice): choice is Extract<typeof choice, { readonly value: HoldingReturnsPeriod }> => choice.value !== 'own',
);

/** By holding; null while the columns are not shown. */
export type HoldingReturns = ReadonlyMap<string, HoldingReturn> | null;

/** Requested only while a period is chosen. */
export function useHoldingReturns(period: HoldingReturnsPeriod | null): Live<HoldingReturns> {
  return useLive(
    async () =>
      period === null
        ? null
        : new Map((await compute().holdingReturns(period)).map((each) => [holdingKeyText(each), each])),
    onComputeChange,
    [period],
  );
}

export type ReturnField = 'gain' | 'timeWeighted' | 'moneyWeighted';

const RATES: Readonly<Record<Exclude<ReturnField, 'gain'>, (found: HoldingReturn) => ShownRate | null>> = {
  timeWeighted: (found) => shownTimeWeighted(found.timeWeighted),
  moneyWeighted: (found) => shownMoneyWeighted(found.moneyWeighted),
};

/** The figure by which a column of returns is sorted; null where there is none. */
export function returnFigure(field: ReturnField, found: HoldingReturn): number | null {
  return field === 'gain' ? found.gain : (RATES[field](found)?.rate ?? null);
}

function RateCell({ shown }: { readonly shown: ShownRate | null }) {
  if (shown === null) return <Missing reason="Not known" />;
  return (
    <HiddenValue>
      {rateText(shown.rate)}
      <span className={styles.second}>{shown.isPerYear ? 'a year' : 'in the period'}</span>
    </HiddenValue>
  );
}

/** On a card they come after what a holding always shows. */
const LAST = 100;

/** `width` is of a column of figures. */
export function returnsColumns(
  returns: ReadonlyMap<string, HoldingReturn>,
  { holdings, subtotals, width }: { holdings: readonly HoldingView[]; subtotals: boolean; width: string },
): readonly Column<HoldingView>[] {
  const of = (holding: HoldingView): HoldingReturn | undefined => returns.get(holdingKeyText(holding));
  const gains = holdings.map((holding) => of(holding)?.gain ?? null);
  const column = { width, align: 'end', sortable: true, cardOrder: LAST } as const;
  const rate = (key: Exclude<ReturnField, 'gain'>, header: string): Column<HoldingView> => ({
    ...column,
    key,
    header,
    cell: (row) => {
      const found = of(row);
      return <RateCell shown={found === undefined ? null : RATES[key](found)} />;
    },
  });
  return [
    {
      ...column,
      key: 'gain',
      header: 'Gain in period',
      cell: (row) => {
        const gain = of(row)?.gain ?? null;
        return gain === null ? <Missing reason="Not known" /> : <HiddenMoney value={gain} tone />;
      },
      ...(subtotals && { total: gains.includes(null) ? '-' : <HiddenMoney value={sumShown(gains)} tone /> }),
    },
    rate('timeWeighted', 'Time-weighted'),
    rate('moneyWeighted', 'Money-weighted'),
  ];
}
