import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CarriedForward } from '../../../domain/allowances/pension-allowance.ts';
import type { AllowanceView } from '../../../workers/api/worker-api.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { Gauge } from '../../ui/values/gauge.tsx';
import {
  allowanceLabel,
  beyondText,
  CARRIED_FORWARD,
  gapsToShow,
  isFault,
  rowAddress,
  rowDate,
  rowText,
} from './allowance-words.ts';
import styles from './allowances.module.css';
import { StatementForm, type Statement } from './statement-form.tsx';
import { closes } from './statements-of.ts';

export interface AllowanceBarProps {
  readonly allowance: AllowanceView;
  readonly carriedForward: readonly CarriedForward[];
  /** The statements that can be made about it. */
  readonly statements: readonly Statement[];
  /** What is left out or not known. */
  readonly notes: readonly string[];
}

/** One allowance: used, left and what is above it, opening to its rows; unknown parts are named below. */
export function AllowanceBar({ allowance, carriedForward, statements, notes }: AllowanceBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { kind, limit, used, left, beyond, gaps } = allowance;
  const over = beyond > 0 ? beyondText(kind) : null;
  const missing = statements.filter(
    ({ key, isStated }) => !isStated && gapsToShow(kind, gaps).some((gap) => closes(key, gap, kind)),
  );
  return (
    <div className={styles.allowance}>
      <details data-printed open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.summary}>
          <span className={styles.name}>
            <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
            {allowanceLabel(kind)}
          </span>
          <span className={styles.figure}>
            <HiddenMoney value={used} />{' '}
            {limit !== null && (
              <>
                of <HiddenMoney value={limit} />
              </>
            )}
          </span>
          <span className={styles.track}>
            <Gauge used={used} limit={limit} isOver={beyond > 0 && isFault(kind)} />
          </span>
          <span className={styles.rest}>
            {left === null ? (
              'Limit not known'
            ) : over === null || !isFault(kind) ? (
              <>
                <HiddenMoney value={left} /> left
              </>
            ) : null}
            {over !== null && (
              <span className={isFault(kind) ? styles.over : undefined}>
                {!isFault(kind) && ', '}
                <HiddenMoney value={beyond} /> {over}
              </span>
            )}
          </span>
        </summary>
        {isOpen && <Rows allowance={allowance} carriedForward={kind === 'pension' ? carriedForward : []} />}
      </details>
      {notes.map((text) => (
        <p key={text} className={styles.muted}>
          {text}
        </p>
      ))}
      {missing.length > 0 && (
        <div className={styles.forms}>
          {missing.map((statement) => (
            <StatementForm key={statement.key} statement={statement} />
          ))}
        </div>
      )}
    </div>
  );
}

function Rows({
  allowance: { kind, rows },
  carriedForward,
}: {
  readonly allowance: AllowanceView;
  readonly carriedForward: readonly CarriedForward[];
}) {
  return (
    <>
      {rows.length === 0 ? (
        <p className={styles.muted}>Nothing is recorded.</p>
      ) : (
        <table className={styles.rows}>
          <caption className={styles.caption}>Details of {allowanceLabel(kind)}</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">From</th>
              <th scope="col" className={styles.amount}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const address = rowAddress(row);
              return (
                <tr key={`${row.source.id} ${index}`}>
                  <td>
                    <DateText value={rowDate(row)} />
                  </td>
                  <td>{address === null ? rowText(row) : <Link to={address}>{rowText(row)}</Link>}</td>
                  <td className={styles.amount}>
                    <HiddenMoney value={row.amount} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {carriedForward.length > 0 && (
        <table className={styles.rows}>
          <caption className={styles.caption}>{CARRIED_FORWARD}</caption>
          <thead>
            <tr>
              <th scope="col">Tax year</th>
              <th scope="col" className={styles.amount}>
                Unused
              </th>
              <th scope="col" className={styles.amount}>
                Used this year
              </th>
            </tr>
          </thead>
          <tbody>
            {carriedForward.map(({ taxYear, unused, used }) => (
              <tr key={taxYear}>
                <td>{taxYear}</td>
                <td className={styles.amount}>
                  <HiddenMoney value={unused} />
                </td>
                <td className={styles.amount}>
                  <HiddenMoney value={used} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
