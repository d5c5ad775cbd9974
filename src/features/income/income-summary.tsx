import type { ReactNode } from 'react';
import type { AllowanceUse } from '../../../domain/income/income-year.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { formatMoney, MASK } from '../../ui/texts/format.ts';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import styles from './income.module.css';
import { CircumstancesFields } from './circumstances-fields.tsx';
import { ForeignTax } from './foreign-tax.tsx';
import { assumptions, LEFT_OUT, NOT_ADVICE, taxSentences } from './income-words.ts';
import { OtherIncomeField } from './other-income-field.tsx';

const money = (value: number): ReactNode => <HiddenMoney value={value} />;

/** Gross, withheld and net; the allowances that are used; the tax as a range; income that is shown apart. */
export function IncomeSummary({ view }: { readonly view: IncomeView }) {
  const hidden = useValuesHidden();
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
        {dividendAllowance !== null && (
          <Facts
            figures
            facts={[
              ...allowanceFacts('Dividend allowance', dividendAllowance),
              ...(savingsAllowance === null
                ? ([['Savings allowance', 'Not known']] as const)
                : allowanceFacts('Savings allowance', savingsAllowance)),
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
        <p className={styles.muted}>
          {view.status === 'notKnown'
            ? `The rates of ${view.taxYear} are not known to this version.`
            : 'The tax is not worked out: the rates of Scotland are not in this version.'}
        </p>
      ) : (
        <p className={styles.statement}>{taxSentences(view, hidden ? () => MASK : formatMoney).join(' ')}</p>
      )}
      {view.status !== 'notKnown' && (
        <>
          <OtherIncomeField key={`${view.accountId} ${view.taxYear}`} view={view} />
          <CircumstancesFields view={view} />
        </>
      )}
      {view.foreignTax.length > 0 && <ForeignTax view={view} />}
      <details className={styles.assumptions}>
        <summary>What these figures are based on</summary>
        <ul>
          <li>{NOT_ADVICE}</li>
          {assumptions(view).map((words) => (
            <li key={words}>{words}</li>
          ))}
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
        <HiddenMoney value={used} /> of <HiddenMoney value={allowance} />
      </span>,
    ],
    [`${label} left`, <HiddenMoney key="left" value={left} />],
  ];
}
