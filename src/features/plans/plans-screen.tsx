import { Progress } from '@base-ui/react/progress';
import type { ReactNode } from 'react';
import type { PlanAnswer } from '../../../domain/plans/plan.ts';
import type { IfAllSold } from '../../../workers/api/worker-api.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { hasTransactions } from '../../data/records/transactions.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { PageHeader, Section } from '../../ui/layout/page.tsx';
import { PriceAge } from '../../ui/values/price-age.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { ValuesTextButton } from '../../ui/values/values-text-button.tsx';
import { HolderSold } from './if-all-sold.tsx';
import { KeptPlans } from './kept-plans.tsx';
import { TargetsChoice } from './own-targets.tsx';
import { GoalField, PlanFields } from './plan-fields.tsx';
import { type PlanNames, PlanView } from './plan-view.tsx';
import { ABOUT, ABOUT_SOLD, leftOutTexts, shortfallText } from './plan-words.ts';
import styles from './plans.module.css';
import { type Planner, type PlanState, usePlanner } from './use-plans.ts';

export interface PlansScreenProps {
  /** Null while they are read. */
  readonly accounts: readonly Account[] | null;
  readonly brokers: readonly Broker[];
  /** One sale, tried while it is typed. */
  readonly trySale: ReactNode;
}

/** What would be left if all were sold, and trades that reach a goal. */
export function PlansScreen({ accounts: read, brokers, trySale }: PlansScreenProps) {
  const accounts = read ?? [];
  const sold = useLive(() => compute().ifAllSold(), onComputeChange, []);
  const stored = useStored(async () => await hasTransactions(currentDatabase()), []);
  const isEmpty = stored.data === false;
  const planner = usePlanner(accounts.map(({ id }) => id));
  const nameIn = (records: readonly { readonly id: string; readonly name: string }[], id: string): string =>
    records.find((record) => record.id === id)?.name ?? '';
  const names: PlanNames = {
    account: (id) => nameIn(accounts, id),
    broker: (id) => nameIn(brokers, id) || 'A broker',
  };
  return (
    <>
      <PageHeader
        title="Plans"
        breadcrumb={[{ label: 'Capital Gains', to: '/capital-gains' }, { label: 'Plans' }]}
        description={ABOUT}
        actions={<ValuesTextButton />}
      />
      <Section title="If everything were sold today" description={ABOUT_SOLD}>
        {sold.error !== undefined && (
          <Banner tone="error">What would be left could not be worked out. Please try again.</Banner>
        )}
        {!isEmpty && sold.data === undefined && sold.error === undefined && <Awaited holders={accounts.length} />}
        {(isEmpty || sold.data?.holders.length === 0) && (
          <p className={styles.muted}>There is no holding with a price.</p>
        )}
        {sold.data !== undefined && <PriceAge prices={sold.data.securities} className={styles.muted} />}
        {sold.data?.holders.map((holder) => (
          <HolderSold key={holder.accountId} holder={holder} name={names.account(holder.accountId)} />
        ))}
      </Section>
      {/* Once it is known how many holders stand above, so that it is not moved. */}
      {read !== null && !stored.loading && (
        <>
          <Section title="Work out a plan">
            <div className={styles.form}>
              <GoalField planner={planner} />
              {planner.inputs.kind === 'trySale' ? (
                trySale
              ) : (
                <Planning planner={planner} sold={sold.data} accounts={accounts} brokers={brokers} names={names} />
              )}
            </div>
          </Section>
          <KeptPlans names={names} />
        </>
      )}
    </>
  );
}

/** As much room as the holders will take, so that what stands below stays where it is. */
function Awaited({ holders }: { readonly holders: number }) {
  return Array.from({ length: Math.max(1, holders) }, (_, index) => (
    <div key={index} className={styles.awaited}>
      <SkeletonBlock lines={4} text={index === 0 ? 'Loading holdings...' : ''} />
    </div>
  ));
}

interface PlanningProps {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  readonly planner: Planner;
  /** Undefined until it is worked out. */
  readonly sold: IfAllSold | undefined;
  readonly names: PlanNames;
}

function Planning({ planner, sold, accounts, brokers, names }: PlanningProps) {
  return (
    <>
      {planner.inputs.kind === 'tradesToTarget' && <TargetsChoice planner={planner} accounts={accounts} />}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void planner.work();
        }}
      >
        <PlanFields
          planner={planner}
          accounts={accounts}
          brokers={brokers}
          charges={sold?.charges ?? {}}
          securities={sold?.securities ?? []}
        />
        <div>
          <Button
            variant="primary"
            type="submit"
            disabled={planner.request === null || planner.state.step === 'working'}
          >
            Work out plans
          </Button>
        </div>
      </form>
      <Outcome planner={planner} names={names} />
    </>
  );
}

function Outcome({ planner: { state, stop }, names }: { readonly planner: Planner; readonly names: PlanNames }) {
  if (state.step === 'working') return <Working state={state} stop={stop} />;
  if (state.step === 'stopped') return <Banner tone="info">Stopped. No plan was worked out.</Banner>;
  if (state.step === 'failed')
    return <Banner tone="error">The plans could not be worked out. Please try again.</Banner>;
  if (state.step === 'idle') return null;
  return <Answer answer={state.answer} names={names} />;
}

/** A quick result shows nothing of this. */
const SHOWN_AFTER_MS = 300;

function Working({
  state,
  stop,
}: {
  readonly state: Extract<PlanState, { step: 'working' }>;
  readonly stop: () => void;
}) {
  const isLate = useDelayed(true, SHOWN_AFTER_MS);
  if (!isLate) return null;
  return (
    <div className={styles.working}>
      <Progress.Root className={styles.progress} value={Math.round(state.done * 100)}>
        <Progress.Label>Working out plans</Progress.Label>
        <Progress.Track className={styles.track}>
          <Progress.Indicator className={styles.bar} />
        </Progress.Track>
      </Progress.Root>
      <Button onClick={stop}>Cancel</Button>
    </div>
  );
}

function Answer({ answer, names }: { readonly answer: PlanAnswer; readonly names: PlanNames }) {
  const { plans, shortfall, leftOut } = answer;
  return (
    <>
      {shortfall !== null && (
        <Banner tone="info">
          {shortfallText(shortfall.code)}
          {shortfall.code === 'notEnough' && shortfall.nearest !== null && (
            <>
              {' '}
              At most: <HiddenMoney value={shortfall.nearest} />.
            </>
          )}
        </Banner>
      )}
      {leftOut.length > 0 && (
        <ul className={styles.lines}>
          {leftOutTexts(leftOut).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {plans.length === 0 && shortfall === null && (
        <Banner tone="info">Every trade towards this goal is below £50.</Banner>
      )}
      {plans.map((plan, index) => (
        <PlanView key={JSON.stringify(plan.steps)} plan={plan} number={index + 1} names={names} date={answer.date} />
      ))}
    </>
  );
}
