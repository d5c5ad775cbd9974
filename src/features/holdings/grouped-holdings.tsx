import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { formatCount } from '../../ui/texts/format.ts';
import { type Grouping, groupHoldings } from './group-holdings.ts';
import { HoldingsTable, type HoldingsTableState } from './holdings-table.tsx';
import styles from './holdings.module.css';

export interface GroupedHoldingsProps {
  readonly holdings: readonly HoldingView[];
  readonly grouping: Grouping;
  readonly asOf: IsoDate | '';
  readonly state: HoldingsTableState;
}

/** A table for each group, with its subtotals; order and the open row are shared by all. */
export function GroupedHoldings({ holdings, grouping, asOf, state }: GroupedHoldingsProps) {
  return groupHoldings(holdings, grouping).map((group) => (
    <section key={group.key} className={styles.group} aria-label={group.label}>
      <h2>
        {group.label}{' '}
        <span className={styles.label}>
          {formatCount(group.holdings.length)} {group.holdings.length === 1 ? 'holding' : 'holdings'}
        </span>
      </h2>
      <HoldingsTable
        caption={group.label}
        holdings={group.holdings}
        asOf={asOf}
        loading={false}
        state={state}
        subtotals
      />
    </section>
  ));
}
