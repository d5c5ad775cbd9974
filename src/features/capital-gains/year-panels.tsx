import { useState } from 'react';
import type { YearPanel } from '../../../domain/cgt/year-panel.ts';
import type { Account } from '../../../domain/records.ts';
import type { TaxYear } from '../../../domain/tax-year.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { LossesField } from './losses-field.tsx';
import styles from './year-panels.module.css';
import {
  ADJUSTMENT,
  boxName,
  BOXES,
  BOXES_ROUNDED,
  finalitySentences,
  reportingSentences,
  stretchName,
} from './year-words.ts';

export interface YearPanelsProps {
  readonly taxYear: TaxYear;
  readonly accounts: readonly Account[];
}

/** The tax year of each account holder in full: filters of the screen never touch it. */
export function YearPanels({ taxYear, accounts }: YearPanelsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.panels}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
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
  return (
    <>
      {/* Keyed by the year too: what is typed into one year never becomes another's. */}
      {data.map((panel) => (
        <Panel
          key={`${panel.accountId} ${panel.taxYear}`}
          panel={panel}
          name={accounts.find(({ id }) => id === panel.accountId)?.name ?? ''}
        />
      ))}
      <p className={styles.note}>Figures to help fill in a return, not tax advice.</p>
    </>
  );
}

const money = (value: number | null) => <HiddenMoney value={value} />;

function Panel({ panel, name }: { readonly panel: YearPanel; readonly name: string }) {
  const hasDisposals = panel.disposals > 0;
  return (
    <section className={styles.panel} aria-label={`${name}, ${panel.taxYear}`}>
      <h3>{name}</h3>
      <div className={styles.columns}>
        {hasDisposals && <Totals panel={panel} />}
        <Exemption panel={panel} />
        {hasDisposals && <Boxes panel={panel} />}
      </div>
      {hasDisposals ? (
        <Meaning panel={panel} />
      ) : (
        <p className={styles.note}>
          {[`No chargeable disposal falls in ${panel.taxYear}.`, ...finalitySentences(panel)].join(' ')}
        </p>
      )}
      <LossesField accountId={panel.accountId} taxYear={panel.taxYear} />
    </section>
  );
}

function Totals({ panel }: { readonly panel: YearPanel }) {
  return (
    <Facts
      figures
      facts={[
        ['Disposals', panel.disposals],
        ['Proceeds', money(panel.proceeds)],
        ['Allowable costs', money(panel.allowableCosts)],
        ['Gains', money(panel.gains)],
        ['Losses', money(panel.losses)],
        ['Net', <HiddenMoney key="net" value={panel.net} tone />],
      ]}
    />
  );
}

/** Everybody has an exempt amount in a year, and losses go through it, also where nothing was disposed of. */
function Exemption({ panel }: { readonly panel: YearPanel }) {
  return (
    <Facts
      figures
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
  );
}

function Boxes({ panel: { reporting } }: { readonly panel: YearPanel }) {
  if (reporting === null) return null;
  return (
    <div>
      <Facts
        figures
        facts={BOXES.map((box) => [
          boxName(box, reporting.boxNumbersKnown),
          box === 23 ? reporting.sa108[box] : <HiddenMoney key={box} value={reporting.sa108[box]} places={0} />,
        ])}
      />
      <p className={styles.note}>{BOXES_ROUNDED}</p>
    </div>
  );
}

function Meaning({ panel }: { readonly panel: YearPanel }) {
  return (
    <>
      <Stretches panel={panel} />
      <ul className={styles.lines}>
        {reportingSentences(panel).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** Years with one rate all through need no split. */
function Stretches({ panel: { stretches, taxAdjustment } }: { readonly panel: YearPanel }) {
  if (stretches.length < 2) return null;
  return (
    <ul className={styles.lines}>
      {stretches.map((stretch) => (
        <li key={stretch.from}>
          {stretchName(stretch)}: gains <HiddenMoney value={stretch.gains} />, of which taxable{' '}
          <HiddenMoney value={stretch.taxable} />
        </li>
      ))}
      {taxAdjustment !== null && (
        <li>
          {ADJUSTMENT}: <HiddenMoney value={taxAdjustment} />
        </li>
      )}
    </ul>
  );
}
