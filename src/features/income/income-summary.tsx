import type { ReactNode } from 'react';
import type { AllowanceUse } from '../../../domain/income/income-year.ts';
import { Facts } from '../../ui/facts.tsx';
import { HiddenMoney } from '../../ui/figures.tsx';
import type { IncomeView } from '../../../workers/income-types.ts';
import styles from './income.module.css';
import { LEFT_OUT, NOT_ADVICE } from './income-words.ts';

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
              ...allowanceFacts('Savings allowance (basic rate)', savingsAllowance),
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
        <p className={styles.statement}>
          Tax on this income: <HiddenMoney value={tax.from} /> to <HiddenMoney value={tax.to} />, depending on your
          other income.
        </p>
      )}
      <details className={styles.assumptions}>
        <summary>What these figures rest on</summary>
        <ul>
          <li>{NOT_ADVICE}</li>
          <li>
            The range covers every other income, from none upwards. The savings allowance is halved at the higher rate.
          </li>
          {LEFT_OUT.map((words) => (
            <li key={words}>Left out: {words}</li>
          ))}
        </ul>
      </details>
    </>
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
