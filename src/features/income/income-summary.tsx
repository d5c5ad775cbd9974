import type { ReactNode } from 'react';
import type { AllowanceUse } from '../../../domain/income/income-year.ts';
import { Facts } from '../../ui/facts.tsx';
import { HiddenMoney } from '../../ui/figures.tsx';
import type { IncomeView } from '../../../workers/income-types.ts';
import styles from './income.module.css';
import { LEFT_OUT, NOT_ADVICE } from './income-words.ts';
import { OtherIncomeField } from './other-income-field.tsx';

const money = (value: number): ReactNode => <HiddenMoney value={value} />;

/** Gross, withheld and net; the allowances that are used; the tax as a range; what is apart. */
export function IncomeSummary({ view }: { readonly view: IncomeView }) {
  const { totals, tax, dividendAllowance, savingsAllowance, apart } = view;
  return (
    <>
      <div className={styles.columns}>
        <Facts
          figures
          facts={[
            ['Gross income', money(totals.gross)],
            ['Tax withheld', money(totals.withheld)],
            ['Net income', money(totals.net)],
          ]}
        />
        {dividendAllowance !== null && savingsAllowance !== null && (
          <Facts
            figures
            facts={[
              ...allowanceFacts('Dividend allowance', dividendAllowance),
              ...allowanceFacts(
                view.otherIncome === null ? 'Savings allowance (basic rate)' : 'Savings allowance',
                savingsAllowance,
              ),
            ]}
          />
        )}
        {apart.length > 0 && (
          <Facts
            figures
            facts={apart.map(({ wrapper, gross }) => [`In ${wrapper}, not taxed`, money(gross)] as const)}
          />
        )}
      </div>
      {tax === null ? (
        <p className={styles.muted}>The rates of {view.taxYear} are not known to this version.</p>
      ) : (
        <>
          <TaxStatement tax={tax} otherIncome={view.otherIncome} />
          <OtherIncomeField key={`${view.accountId} ${view.taxYear}`} view={view} />
        </>
      )}
      <details className={styles.assumptions}>
        <summary>What these figures rest on</summary>
        <ul>
          <li>{NOT_ADVICE}</li>
          <li>Until you state your other income, the range covers every other income from none upwards.</li>
          {LEFT_OUT.map((words) => (
            <li key={words}>Left out: {words}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

function TaxStatement({
  tax,
  otherIncome,
}: { readonly tax: NonNullable<IncomeView['tax']> } & Pick<IncomeView, 'otherIncome'>) {
  if (otherIncome === null)
    return (
      <p className={styles.statement}>
        Tax on this income: <HiddenMoney value={tax.from} /> to <HiddenMoney value={tax.to} />, depending on your other
        income.
      </p>
    );
  return (
    <p className={styles.statement}>
      Tax on this income: <HiddenMoney value={tax.to} />, beside other income of <HiddenMoney value={otherIncome} />.
    </p>
  );
}

function allowanceFacts(label: string, { allowance, used, left }: AllowanceUse): (readonly [string, ReactNode])[] {
  return [
    [
      label,
      <span key="allowance">
        <HiddenMoney value={used} places={0} /> of <HiddenMoney value={allowance} places={0} />
      </span>,
    ],
    [`${label}: left`, <HiddenMoney key="left" value={left} places={0} />],
  ];
}
