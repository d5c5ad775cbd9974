import { Link } from 'react-router-dom';
import type { Account } from '../../../domain/records/records.ts';
import { type TaxYear, taxYearBounds } from '../../../domain/values/tax-year.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HolderAllowancesView } from '../../../workers/api/worker-api.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { AllowanceBar } from './allowance-bar.tsx';
import { daysLeftText, notesOf, UNCLEAR } from './allowance-words.ts';
import styles from './allowances.module.css';
import { StatementForm } from './statement-form.tsx';
import { statementsOf } from './statements-of.ts';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

export interface HolderColumnProps {
  readonly view: HolderAllowancesView;
  readonly asOf: IsoDate;
  readonly accounts: readonly Account[];
  readonly years: readonly TaxYear[];
}

/** The allowances of one holder, and what the holder can state of the year. */
export function HolderColumn({ view, asOf, accounts, years }: HolderColumnProps) {
  const { name, taxYear, allowances, daysLeft, unclear, replaceable, unknownNatures } = view;
  const statements = statementsOf(view, accounts, years);
  return (
    <section className={styles.holder} aria-label={`Allowances of ${name}`}>
      <h2>{name}</h2>
      <p className={styles.muted}>{daysLeftText(taxYear, daysLeft, asOf >= taxYearBounds(taxYear).first)}</p>
      {allowances.map((allowance) => (
        <AllowanceBar
          key={allowance.kind}
          allowance={allowance}
          carriedForward={view.carriedForward}
          statements={statements}
          notes={notesOf(allowance, view)}
        />
      ))}
      {replaceable.map((isa) => (
        <p key={isa.name} className={styles.note}>
          <HiddenMoney value={isa.amount} /> of money from earlier years may still be paid back, only into {isa.name},
          until the tax year ends.
        </p>
      ))}
      {unknownNatures.length > 0 && (
        <p className={styles.note}>
          Income of an unknown kind is not counted in any allowance: {unknownNatures.join(', ')}.{' '}
          <Link to={`/income?account=${view.accountId}&year=${taxYear}`}>Choose its kind under Income</Link>
        </p>
      )}
      {unclear.length > 0 && (
        <details>
          <summary>
            {unclear.length === 1 ? '1 payment is not counted' : `${unclear.length} payments are not counted`}
          </summary>
          <p className={styles.muted}>{UNCLEAR}</p>
          <ul className={styles.list}>
            {unclear.map((payment) => (
              <li key={payment.id}>
                <Link to={transactionPath(payment.id)}>
                  <DateText value={payment.date} />, {payment.name}
                </Link>{' '}
                <HiddenMoney value={payment.amount} currency={payment.currency} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>Statements by {name}</summary>
        <div className={styles.forms}>
          {statements.map((statement) => (
            <StatementForm key={statement.key} statement={statement} />
          ))}
        </div>
      </details>
    </section>
  );
}
