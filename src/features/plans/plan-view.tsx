import type { ReactNode } from 'react';
import type { HolderEffect, Plan, PlanNote, PlanStep } from '../../../domain/plans/plan.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { plannedTradesOf } from '../../../domain/plans/planned-trades.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { keepPlannedTrades } from '../../data/records/planned-trades.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { DateText, HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { MoneyRange } from '../../ui/values/money-range.tsx';
import { PurchaseWindows } from '../../ui/values/purchase-windows.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { EARLIER_YEARS, noteText, planTitle, stepName, waitText } from './plan-words.ts';
import styles from './plans.module.css';

/** Names of the accounts, brokers and securities by their ids. */
export interface PlanNames {
  readonly account: (id: string) => string;
  readonly broker: (id: string) => string;
}

type Trade = Exclude<PlanStep, { kind: 'wait' }>;

function columnsFor(trades: readonly Trade[], names: PlanNames): readonly Column<Trade>[] {
  const places = decimalPlaces(trades.map(({ units }) => units));
  return [
    { key: 'kind', header: 'Step', cell: ({ kind }) => stepName(kind) },
    { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
    {
      key: 'asset',
      header: 'Security',
      cell: ({ assetName }) => <TruncatedText text={assetName} />,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    {
      key: 'place',
      header: 'Where',
      cell: (step) =>
        step.kind === 'transfer'
          ? `${names.account(step.accountId)} to ${names.account(step.toAccountId)}`
          : `${names.account(step.accountId)}, ${step.taxWrapper}, ${names.broker(step.brokerId)}`,
    },
    {
      key: 'units',
      header: 'Units',
      align: 'end',
      cell: ({ units }) => <Quantity value={units} alignPlaces={places} />,
    },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      cell: (step) => (step.kind === 'transfer' ? '-' : <HiddenMoney value={step.price} places={4} />),
    },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      card: 'value',
      cell: (step) => <HiddenMoney value={step.kind === 'transfer' ? step.value : step.consideration} />,
    },
    {
      key: 'charges',
      header: 'Charges',
      align: 'end',
      cell: (step) =>
        step.kind === 'transfer' ? (
          '-'
        ) : (
          <HiddenMoney value={Math.round((step.charges + step.stampDuty) * 100) / 100} />
        ),
    },
    {
      key: 'gain',
      header: 'Gain/Loss',
      align: 'end',
      cardAbsent: ({ kind }) => kind !== 'sell',
      cell: (step) => (step.kind === 'sell' ? <HiddenMoney value={step.gain} tone /> : '-'),
    },
  ];
}

function effectFacts({ effects, proceeds, charges, movedIntoIsa }: Plan, names: PlanNames): [string, ReactNode][] {
  const many = effects.length > 1;
  const label = (text: string, effect: HolderEffect): string =>
    many ? `${text}, ${names.account(effect.accountId)}` : text;
  return [
    ['Sold in all', <HiddenMoney key="proceeds" value={proceeds} />],
    ['Charges and stamp duty', <HiddenMoney key="charges" value={charges} />],
    ...(movedIntoIsa === 0
      ? []
      : [['Paid into the ISA', <HiddenMoney key="isa" value={movedIntoIsa} />] as [string, ReactNode]]),
    ...effects.flatMap((effect): [string, ReactNode][] => [
      [
        label(`Added to the gains of ${effect.taxYear}`, effect),
        <HiddenMoney key={`gain-${effect.accountId}`} value={effect.gain} tone />,
      ],
      [label('Added to the tax', effect), <MoneyRange key={`tax-${effect.accountId}`} range={effect.tax} />],
      [
        label('Exempt amount left', effect),
        <HiddenMoney key={`left-${effect.accountId}`} value={effect.exemptAmountLeft} />,
      ],
    ]),
  ];
}

function NoteLine({ note, plan, names }: { readonly note: PlanNote; readonly plan: Plan; readonly names: PlanNames }) {
  const security = (isin: string): string => {
    const step = plan.steps.find((one): one is Trade => one.kind !== 'wait' && one.isin === isin);
    return step?.assetName ?? isin;
  };
  const text = noteText(note, { security, broker: names.broker });
  return (
    <li>
      {text} {'amount' in note && <HiddenMoney value={note.amount} />}
      {note.code === 'drift' && (
        <>
          <HiddenMoney value={note.before} /> and <HiddenMoney value={note.after} />
        </>
      )}
    </li>
  );
}

async function keep(plan: Plan, date: IsoDate): Promise<void> {
  const kept = await keepPlannedTrades(currentDatabase(), plannedTradesOf(plan, date)).catch(tellFaultAnd(null));
  if (kept?.ok === true) showToast({ title: 'Kept as planned trades.' });
  else
    showToast({
      title: notWrittenText(kept, 'The planned trades could not be kept. Please try again.'),
      tone: 'error',
    });
}

/** One plan: its steps, their result, what would change it and its assumptions. */
export function PlanView({
  plan,
  number,
  names,
  date,
}: {
  readonly plan: Plan;
  readonly number: number;
  readonly names: PlanNames;
  /** The day on which it was worked out. */
  readonly date: IsoDate;
}) {
  const trades = plan.steps.filter((step): step is Trade => step.kind !== 'wait');
  const title = planTitle(plan, number);
  return (
    <section className={styles.plan} aria-label={title}>
      <h3>{title}</h3>
      <DataTable
        caption={title}
        columns={columnsFor(trades, names)}
        rows={trades}
        rowKey={(step) => [step.kind, step.accountId, step.taxWrapper, step.isin].join(' ')}
        rowLabel={(step) => `${stepName(step.kind)} of ${step.assetName}`}
        cardsBelow="medium"
      />
      <Facts figures facts={effectFacts(plan, names)} />
      <h4>What would change this plan</h4>
      <PurchaseWindows windows={plan.breakers} safeFrom={plan.safeFrom} className={styles.lines}>
        {plan.effects.some(({ changesEarlierYears }) => changesEarlierYears) && <li>{EARLIER_YEARS}</li>}
      </PurchaseWindows>
      {(plan.notes.length > 0 || trades.length < plan.steps.length) && (
        <>
          <h4>What this plan is based on</h4>
          <ul className={styles.lines}>
            {plan.steps.map((step) => step.kind === 'wait' && <li key={step.until}>{waitText(step.until)}</li>)}
            {plan.notes.map((note) => (
              <NoteLine key={JSON.stringify(note)} note={note} plan={plan} names={names} />
            ))}
          </ul>
        </>
      )}
      <div>
        <Button size="small" onClick={() => void keep(plan, date)}>
          Keep as planned trades
        </Button>
      </div>
    </section>
  );
}
