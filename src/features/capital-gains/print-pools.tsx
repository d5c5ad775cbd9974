import { capacityOf } from '../../../domain/cgt/terms/capacity.ts';
import type { DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import type { LedgerView } from '../../../domain/cgt/views/ledger-view.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import { type TaxYear, taxYearBounds } from '../../../domain/values/tax-year.ts';
import { compute } from '../../compute/compute.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { eventLabel, poolName } from './match-rules.ts';
import styles from './print-workings.module.css';

/** The history of one pool up to the end of the printed year. */
export interface PrintedPool {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly capacity: LedgerView['capacity'];
  readonly lines: LedgerView['lines'];
}

/** The pools that disposals of a year draw on, each with its events up to the year's end. */
export async function readPools(taxYear: TaxYear, disposals: readonly DisposalView[]): Promise<readonly PrintedPool[]> {
  const { last } = taxYearBounds(taxYear);
  const ofSecurities = [...groupBy(disposals, ({ accountId, isin }) => `${accountId} ${isin}`).values()];
  const pools = await Promise.all(
    ofSecurities.map(async (own): Promise<readonly PrintedPool[]> => {
      const [first] = own;
      if (first === undefined) return [];
      const { accountId, isin, assetName } = first;
      const drawnOn = new Set(own.flatMap(({ taxWrappers }) => taxWrappers.map(capacityOf)));
      const ledgers = await compute().poolLedgers({ accountId, isin });
      return ledgers
        .filter(({ capacity }) => drawnOn.has(capacity))
        .map(({ capacity, lines }) => ({
          accountId,
          isin,
          assetName,
          capacity,
          lines: lines.filter(({ date }) => date <= last),
        }));
    }),
  );
  return pools.flat().filter(({ lines }) => lines.length > 0);
}

export function PrintedPoolHistory({ pool }: { readonly pool: PrintedPool }) {
  return (
    <div className={styles.pool}>
      <h3>
        Pool history: {pool.assetName} ({pool.isin}){pool.capacity !== 'TAXABLE' && `, ${poolName(pool.capacity)}`}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Event</th>
            <th scope="col">Units</th>
            <th scope="col">Cost</th>
            <th scope="col">Units in the pool</th>
            <th scope="col">Cost of the pool</th>
          </tr>
        </thead>
        <tbody>
          {pool.lines.map((line, index) => (
            <tr key={index}>
              <td>{formatDate(line.date)}</td>
              <td>
                {eventLabel(line.event)}
                {line.identifiedElsewhere !== 0 &&
                  `, ${formatQuantity(line.identifiedElsewhere)} identified without the pool`}
              </td>
              <td>{line.quantityChange === 0 ? '' : formatQuantity(line.quantityChange)}</td>
              <td>{formatMoney(line.costChange)}</td>
              <td>{formatQuantity(line.quantity)}</td>
              <td>{formatMoney(line.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
