import { compute, onComputeChange } from '../../compute/compute.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { Section } from '../../ui/layout/page.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { BalanceChart } from './balance-chart.tsx';
import styles from './savings.module.css';

/** The total of all savings accounts over time, whatever the list shows; nothing before the first of them. */
export function SavingsGrowth() {
  const { data, error } = useLive(() => compute().savingsHistory(), onComputeChange, []);
  if (error !== undefined)
    return <Banner tone="error">The savings over time could not be worked out. Please try again.</Banner>;
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title="Savings over time" description="All savings accounts together, whatever the filters show.">
      <BalanceChart
        name="Savings over time"
        series="All savings"
        caption="Savings over time"
        points={data}
        rows={data.filter(({ balance }, index) => balance !== data[index - 1]?.balance)}
      >
        <p className={styles.note}>Each balance counts from the day on which it was stated until the next balance.</p>
      </BalanceChart>
    </Section>
  );
}
