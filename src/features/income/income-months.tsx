import { HiddenMoney } from '../../ui/figures.tsx';
import { useValuesHidden } from '../../ui/values-visibility.ts';
import type { IncomeView } from '../../../workers/income-types.ts';
import styles from './income.module.css';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Gross income in each month that the tax year touches, as lines whose lengths are the amounts. */
export function IncomeMonths({ view: { months, taxYear } }: { readonly view: IncomeView }) {
  const hidden = useValuesHidden();
  const most = Math.max(...months.map(({ gross }) => gross), 0);
  return (
    <>
      <table className={styles.months}>
        <caption className={styles.caption}>Gross income of each month of {taxYear}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col" className={styles.barHead} aria-hidden="true" />
            <th scope="col" className={styles.figure}>
              Gross
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, gross }) => (
            <tr key={month}>
              <th scope="row">{MONTH.format(new Date(`${month}-01T00:00:00Z`))}</th>
              <td aria-hidden="true">
                {!hidden && gross > 0 && (
                  <span className={styles.bar} style={{ inlineSize: `${(gross / most) * 100}%` }} />
                )}
              </td>
              <td className={styles.figure}>
                <HiddenMoney value={gross} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.muted}>The first month starts on 6 April and the last ends on 5 April.</p>
    </>
  );
}
