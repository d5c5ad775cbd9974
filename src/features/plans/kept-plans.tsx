import { Link } from 'react-router-dom';
import { currentDatabase } from '../../data/database/database.ts';
import {
  deleteKeptPlan,
  listKeptPlans,
  type KeptPlan,
  type PlannedBesideReal,
} from '../../data/records/planned-trades.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { DateText, HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';
import type { PlanNames } from './plan-view.tsx';
import { ABOUT_PLANNED, stepName } from './plan-words.ts';
import styles from './plans.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

/** Saved plans: each trade as planned, beside the trade that was made of it. */
export function KeptPlans({ names }: { readonly names: PlanNames }) {
  const { data: plans, error } = useStored(async () => await listKeptPlans(currentDatabase()), []);
  if (error !== undefined) return <Banner tone="error">The planned trades could not be read. Please try again.</Banner>;
  if (plans === undefined || plans.length === 0) return null;
  return (
    <Section title="Planned trades" description={ABOUT_PLANNED}>
      <DeviceOnly what="extras" />
      {plans.map((plan) => (
        <Kept key={plan.key} plan={plan} names={names} />
      ))}
    </Section>
  );
}

async function remove(key: string): Promise<void> {
  const removed = await deleteKeptPlan(currentDatabase(), key).catch(tellFaultAnd(null));
  if (removed?.ok === true) showToast({ title: 'Planned trades deleted.' });
  else showToast({ title: 'The planned trades could not be deleted. Please try again.', tone: 'error' });
}

function Kept({ plan: { key, plannedOn, trades }, names }: { readonly plan: KeptPlan; readonly names: PlanNames }) {
  return (
    <section className={styles.plan} aria-label={`Planned on ${plannedOn}`}>
      <h3>
        Planned on <DateText value={plannedOn} />
      </h3>
      <ul className={styles.kept}>
        {trades.map((trade, index) => (
          <li key={`${trade.kind} ${trade.accountId} ${trade.isin} ${index}`}>
            <p>
              {stepName(trade.kind)} of {trade.assetName},{' '}
              {trade.toAccountId === null
                ? `${names.account(trade.accountId)}, ${trade.taxWrapper}, ${names.broker(trade.brokerId)}`
                : `${names.account(trade.accountId)} to ${names.account(trade.toAccountId)}`}
            </p>
            <p className={styles.muted}>
              Planned: <Quantity value={trade.units} /> units, <HiddenMoney value={trade.value} />, charges{' '}
              <HiddenMoney value={trade.charges} />, <DateText value={trade.date} />
            </p>
            <Real trade={trade} address={formAddress(key, index, trade)} />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" onClick={() => void remove(key)}>
          Delete planned trades
        </Button>
      </div>
    </section>
  );
}

function Real({ trade: { real }, address }: { readonly trade: PlannedBesideReal; readonly address: string }) {
  if (real === null)
    return (
      <ButtonLink to={address} size="small">
        Confirm
      </ButtonLink>
    );
  return (
    <p>
      <Link to={transactionPath(real.id)}>Recorded</Link>: <Quantity value={real.quantity} /> units,{' '}
      <HiddenMoney value={real.consideration} />, charges <HiddenMoney value={real.brokerCharge} />,{' '}
      <DateText value={real.transactionDate} />
    </p>
  );
}

const TYPES = { sell: 'SELL', buy: 'BUY', transfer: 'TRANSFER_OUT' } as const;

/** The transaction form, filled in with everything except what only the broker knows. */
function formAddress(key: string, index: number, trade: PlannedBesideReal): string {
  const { accountId, isin, taxWrapper, brokerId, kind, units } = trade;
  const fields = { accountId, isin, taxWrapper, brokerId, transactionType: TYPES[kind], quantity: String(units) };
  return `/transactions/new?${new URLSearchParams({ ...fields, planned: `${key}.${index}` }).toString()}`;
}
