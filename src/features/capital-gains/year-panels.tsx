import { useState } from 'react';
import type { YearPanel } from '../../../domain/cgt/year-panel.ts';
import type { Account } from '../../../domain/records.ts';
import type { TaxYear } from '../../../domain/tax-year.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/banner.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { HiddenMoney } from '../../ui/figures.tsx';
import { formatMoney } from '../../ui/format.ts';
import { formatLongDate } from '../../ui/long-date.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { useLive } from '../../ui/use-live.ts';
import { LossesField } from './losses-field.tsx';
import styles from './year-panels.module.css';

/** The boxes of SA108 that the figures fill, in the form's order. */
const BOXES = [
  [23, 'Number of disposals'], [24, 'Disposal proceeds'], [25, 'Allowable costs (including purchase price)'], [26, 'Gains in the year, before losses'], [27, 'Losses in the year'],
  [45, 'Losses brought forward and used in-year'], [47, 'Losses available to be carried forward'],
] as const;

export interface YearPanelsProps {
  readonly taxYear: TaxYear;
  readonly accounts: readonly Account[];
}

/** The tax year of each account holder in full: filters of the screen never touch it. */
export function YearPanels({ taxYear, accounts }: YearPanelsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.panels} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>
        <h2 className={styles.title}>Tax year {taxYear} for each account holder</h2>
      </summary>
      {open && <Panels taxYear={taxYear} accounts={accounts} />}
    </details>
  );
}

function Panels({ taxYear, accounts }: YearPanelsProps) {
  const { data, error } = useLive(() => compute().yearPanels({ taxYear }), onComputeChange, [taxYear]);
  if (error !== undefined) return <Banner tone="error">The tax year could not be worked out. Please try again.</Banner>;
  if (data === undefined) return <SkeletonBlock lines={6} text="Loading tax year..." />;
  if (data.length === 0) return <p className={styles.note}>No chargeable disposal falls in {taxYear}.</p>;
  return (
    <>
      {data.map((panel) => <Panel key={panel.accountId} panel={panel} name={accounts.find(({ id }) => id === panel.accountId)?.name ?? ''} />)}
      <p className={styles.note}>Figures to help fill in a return, not tax advice.</p>
    </>
  );
}

function Panel({ panel, name }: { readonly panel: YearPanel; readonly name: string }) {
  const money = (value: number | null) => <HiddenMoney value={value} />;
  return (
    <section className={styles.panel} aria-label={`${name}, ${panel.taxYear}`}>
      <h3>{name}</h3>
      <div className={styles.columns}>
        <Facts
          facts={[
            ['Disposals', panel.disposals],
            ['Proceeds', money(panel.proceeds)],
            ['Allowable costs', money(panel.allowableCosts)],
            ['Gains', money(panel.gains)],
            ['Losses', money(panel.losses)],
            ['Net', <HiddenMoney key="net" value={panel.net} tone />],
          ]}
        />
        <Facts
          facts={[
            ['Exempt amount', money(panel.exemptAmount)],
            ['Exempt amount used', money(panel.exemptAmountUsed)],
            ['Exempt amount left', money(panel.exemptAmountLeft)],
            ['Losses brought forward', money(panel.lossesBroughtForward)],
            ['Of these used', money(panel.lossesBroughtForwardUsed)],
            ['Losses carried forward', money(panel.lossesCarriedForward)],
            ['Taxable gains', money(panel.taxable)],
          ]}
        />
        {panel.reporting !== null && <Facts facts={BOXES.map(([box, label]) => [`SA108 box ${box}: ${label}`, box === 23 ? panel.reporting?.sa108[box] : <HiddenMoney key={box} value={panel.reporting?.sa108[box]} places={0} />])} />}
      </div>
      <Stretches panel={panel} />
      <Statements panel={panel} />
      <LossesField accountId={panel.accountId} taxYear={panel.taxYear} />
    </section>
  );
}

/** Years with one rate all through need no split. */
function Stretches({ panel: { stretches, taxAdjustment } }: { readonly panel: YearPanel }) {
  if (stretches.length < 2) return null;
  return (
    <ul className={styles.lines}>
      {stretches.map(({ from, to, basicRate, higherRate, gains, taxable }) => (
        <li key={from}>
          {formatDate(from)} to {formatDate(to)}, at {basicRate}% and {higherRate}%: gains <HiddenMoney value={gains} />, of which taxable <HiddenMoney value={taxable} />
        </li>
      ))}
      {taxAdjustment !== null && <li>Adjustment to Capital Gains Tax for the change of rates on 30 October 2024: <HiddenMoney value={taxAdjustment} /></li>}
    </ul>
  );
}

/** What has to be reported, and by when losses are claimed (RULES 11.4). */
function Statements({ panel: { reporting, claimLossesBy, final, exemptAmount } }: { readonly panel: YearPanel }) {
  return (
    <ul className={styles.lines}>
      {reporting === null && <li>The rules of this tax year are not known to this version: no exempt amount or tax is worked out.</li>}
      {reporting !== null && (
        <>
          <li>Proceeds are {reporting.overProceedsLimit ? 'over' : 'not over'} the reporting limit of {formatMoney(reporting.proceedsLimit, { places: 0 })}.</li>
          <li>Gains before losses are {reporting.gainsOverExempt ? 'over' : 'not over'} the exempt amount of {formatMoney(exemptAmount ?? 0, { places: 0 })}.</li>
          <li>{reporting.returnNeeded ? 'Who is in Self Assessment has to report these gains.' : 'Neither limit is passed: for who is in Self Assessment no report is needed on account of these.'}</li>
        </>
      )}
      {claimLossesBy !== null && <li>Losses count only when they are claimed, by {formatLongDate(claimLossesBy)}.</li>}
      {!final && <li>The figures are not final: a disposal can still change, or rests on transactions that are missing.</li>}
    </ul>
  );
}
