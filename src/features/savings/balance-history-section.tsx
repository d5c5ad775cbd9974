import { londonDate } from '../../../domain/values/dates.ts';
import type { SavingsAccount } from '../../../domain/records/records.ts';
import { expectedInterest } from '../../../domain/holdings/savings-interest.ts';
import { taxYearOf } from '../../../domain/values/tax-year.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { balanceHistory } from '../../data/records/savings-accounts.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { BalanceChart } from './balance-chart.tsx';
import styles from './savings.module.css';

/** The balances of an account on each day that was stated, and its expected interest. */
export function BalanceHistorySection({ account }: { readonly account: SavingsAccount }) {
  const { data, error } = useStored(() => balanceHistory(currentDatabase(), account.id), [account.id]);
  return (
    <Section title="Balance History" aside={<ValuesButton />}>
      <ExpectedInterest account={account} />
      <DeviceOnly what="extras" />
      {error !== undefined && <Banner tone="error">The balance history could not be read. Please try again.</Banner>}
      {error === undefined && data === undefined && <SkeletonBlock lines={5} text="Loading balance history..." />}
      {data?.length === 0 && (
        <p className={styles.note}>Each balance that you save is kept with its day and drawn here.</p>
      )}
      {data !== undefined && data.length > 0 && (
        <BalanceChart
          name="Balance"
          series="Balance"
          caption="Balances"
          summary="The balances as a table"
          points={data}
        />
      )}
    </Section>
  );
}

function ExpectedInterest({ account }: { readonly account: SavingsAccount }) {
  const taxYear = taxYearOf(londonDate(useNow()));
  const interest = expectedInterest(account, taxYear);
  if (interest === null)
    return (
      <p className={styles.note}>
        Enter the interest rate to see what the account is expected to pay in the tax year {taxYear}.
      </p>
    );
  return (
    <p className={styles.note}>
      Interest expected in the tax year {taxYear}, if balance and rate stay as they are:{' '}
      <HiddenMoney value={interest} />
      {account.isCashIsa === true && ', free of tax because the account is a cash ISA'}
    </p>
  );
}
