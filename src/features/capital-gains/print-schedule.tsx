import type { DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import type { YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import styles from './print-workings.module.css';

/** Every chargeable disposal of a holder's year in a line, with the year's totals at the foot. */
export function PrintedSchedule({
  panel,
  disposals,
}: {
  readonly panel: YearPanel;
  /** Oldest first. */
  readonly disposals: readonly DisposalView[];
}) {
  return (
    <div className={styles.schedule}>
      <h3>Schedule of disposals</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Security</th>
            <th scope="col">Units</th>
            <th scope="col">Proceeds</th>
            <th scope="col">Allowable costs</th>
            <th scope="col">Gain or loss</th>
          </tr>
        </thead>
        <tbody>
          {disposals.map((disposal) => (
            <tr key={disposal.disposalTransactionId}>
              <td>{formatDate(disposal.disposalDate)}</td>
              <td>
                {disposal.assetName} ({disposal.isin})
              </td>
              <td>{disposal.quantityDisposed === 0 ? '' : formatQuantity(disposal.quantityDisposed)}</td>
              <td>{formatMoney(disposal.disposalProceeds)}</td>
              <td>{formatMoney(disposal.allowableCost)}</td>
              <td>{formatMoney(disposal.capitalGain)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total
            </th>
            <td>{formatMoney(panel.proceeds)}</td>
            <td>{formatMoney(panel.allowableCosts)}</td>
            <td>{formatMoney(panel.net)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
