import { memo, type ReactNode } from 'react';
import type { YearOfGains } from '../../../domain/cgt/tax/gains-by-year.ts';
import { estimatedTax, type YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { KeptHolderYears } from '../../data/database/kept-rows.ts';
import { keptFigures } from '../../data/kept-figures/kept-figures.ts';
import { firstReads } from '../../data/records/first-reads.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { classNames } from '../../ui/layout/class-names.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { LazyDetails } from '../../ui/layout/lazy-details.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { Gauge } from '../../ui/values/gauge.tsx';
import { MoneyRange } from '../../ui/values/money-range.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { UpdatingNote } from '../../ui/layout/updating-note.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { type KeptAnswer, useKeptFirst } from '../../ui/hooks/use-kept-first.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { LossesField } from './losses-field.tsx';
import { YearBars } from './year-bars.tsx';
import styles from './year-panels.module.css';
import {
  ADJUSTMENT,
  bandSentence,
  boxName,
  BOXES,
  BOXES_ROUNDED,
  finalitySentences,
  NO_RULES,
  reportingSentences,
  returnSentence,
  stretchName,
} from './year-words.ts';

export interface YearPanelsProps {
  /** Null until it is known which year is shown. */
  readonly taxYear: TaxYear | null;
  readonly accounts: readonly Account[];
  /** False where nothing was ever disposed of: the panels are then short. */
  readonly hasDisposals?: boolean;
  /** False while the worker has to compute others first. */
  readonly isNext?: boolean;
  /** Whether figures of the screen elsewhere are being computed again. */
  readonly isUpdating?: boolean;
  /** The text beside the note at their foot, which asks the worker after them. */
  readonly children?: ReactNode;
}

type Kept = KeptAnswer<KeptHolderYears> | null;

async function readKept(): Promise<Kept> {
  return await keptFigures(currentDatabase(), 'holderYears', londonDate(Date.now()));
}

/** What was stored, where it is of that year. */
function keptOf(taxYear: TaxYear | null, kept: Kept): Kept {
  return kept?.value.panels[0]?.taxYear === taxYear ? kept : null;
}

/** The tax year of each account holder: the filters of the screen do not apply. */
export function YearPanels({
  taxYear,
  accounts,
  hasDisposals = true,
  isNext = true,
  isUpdating = false,
  children,
}: YearPanelsProps) {
  const read = async () => {
    if (taxYear === null || !isNext) return undefined;
    const [panels, gains] = await Promise.all([compute().yearPanels({ taxYear }), compute().gainsByYear()]);
    return { panels, gains };
  };
  const first = firstReads().holderYears;
  const years = useKeptFirst(
    useLive(read, onComputeChange, [taxYear, isNext]),
    async () => keptOf(taxYear, await readKept()),
    [taxYear],
    first && keptOf(taxYear, first),
  );
  const slow = useDelayed(years.loading);
  // As with the disposals, the previous year stays for a moment.
  const shown = slow && years.data?.panels[0]?.taxYear !== taxYear ? undefined : years.data?.panels;
  return (
    <section className={styles.panels} aria-busy={years.loading}>
      <h2>Tax year {shown?.[0]?.taxYear ?? taxYear} for each account holder</h2>
      {years.error !== undefined && (
        <Banner tone="error">The tax year could not be worked out. Please try again.</Banner>
      )}
      {shown?.map((panel) => (
        <Panel
          key={panel.accountId}
          panel={panel}
          years={years.data?.gains.find(({ accountId }) => accountId === panel.accountId)?.years}
          name={accounts.find(({ id }) => id === panel.accountId)?.name ?? ''}
        />
      ))}
      {shown === undefined &&
        years.error === undefined &&
        accounts.map(({ id, name }, index) => (
          <div key={id} className={styles.panel}>
            <h3>{name}</h3>
            <div className={classNames(styles.lead, hasDisposals ? styles.awaited : styles.short)}>
              <SkeletonBlock lines={hasDisposals ? 5 : 0} text={index === 0 ? 'Loading tax year...' : ''} />
            </div>
            {/* As tall as the line that opens the year in full. */}
            <div className={styles.full}>&nbsp;</div>
          </div>
        ))}
      <div className={styles.foot}>
        <p className={styles.note}>
          Figures to help fill in a return, not tax advice. <UpdatingNote active={years.updating || isUpdating} />
        </p>
        {isNext && children}
      </div>
    </section>
  );
}

const money = (value: number | null) => <HiddenMoney value={value} />;

interface PanelProps {
  readonly panel: YearPanel;
  /** Undefined until they are worked out. */
  readonly years: readonly YearOfGains[] | undefined;
  readonly name: string;
}

/** Not drawn again while its figures are the same. */
const Panel = memo(function Panel({ panel, years, name }: PanelProps) {
  const hasDisposals = panel.disposals > 0;
  return (
    <section className={styles.panel} aria-label={`${name}, ${panel.taxYear}`}>
      <h3>{name}</h3>
      <div className={classNames(styles.lead, years?.length === 0 && styles.short)}>
        <div className={styles.year}>
          <ExemptAmount panel={panel} />
          {hasDisposals ? (
            <Tax panel={panel} />
          ) : (
            <p className={styles.note}>
              {[`No chargeable disposal falls in ${panel.taxYear}.`, ...finalitySentences(panel)].join(' ')}
            </p>
          )}
        </div>
        {years === undefined ? (
          <div className={styles.bars} />
        ) : (
          years.length > 0 && <YearBars name={name} years={years} taxYear={panel.taxYear} />
        )}
      </div>
      <InFull panel={panel} />
    </section>
  );
});

/** How much of the exempt amount the year's gains use, and what is above it, in words beside the bar. */
function ExemptAmount({ panel: { exemptAmount, exemptAmountUsed, exemptAmountLeft, taxable } }: PanelOnly) {
  if (exemptAmount === null || exemptAmountUsed === null || taxable === null)
    return <p className={styles.note}>{NO_RULES}</p>;
  return (
    <div className={styles.gauge}>
      <span className={styles.strong}>Exempt amount</span>
      <span className={styles.amount}>
        <HiddenMoney value={exemptAmountUsed} /> of <HiddenMoney value={exemptAmount} />
      </span>
      <span className={styles.wide}>
        <Gauge used={exemptAmountUsed} limit={exemptAmount} />
      </span>
      <span className={styles.wide}>
        <HiddenMoney value={exemptAmountLeft} /> left
        {taxable > 0 && (
          <>
            {' '}
            · <span className={styles.strong}>{money(taxable)} over it, which is taxed</span>
          </>
        )}
      </span>
    </div>
  );
}

/** The tax of the year: as a range where it depends on income, which is not stated here. */
function Tax({ panel }: PanelOnly) {
  const range = estimatedTax(panel);
  return (
    <div>
      <Facts
        figures
        facts={[
          ['Gains less losses', <HiddenMoney key="net" value={panel.net} tone />],
          ...(panel.lossesBroughtForwardUsed > 0
            ? [['Losses brought forward used', money(panel.lossesBroughtForwardUsed)] as const]
            : []),
          ['Estimated tax', <MoneyRange key="tax" range={range} />],
        ]}
      />
      {range !== null && range.low !== range.high && <p className={styles.note}>{bandSentence(panel)}</p>}
      {panel.reporting !== null && <p>{returnSentence(panel.reporting)}</p>}
    </div>
  );
}

/** Everything about the year: its figures, losses, the boxes of the return and what they mean. */
function InFull({ panel }: PanelOnly) {
  const hasDisposals = panel.disposals > 0;
  return (
    <LazyDetails
      className={styles.full}
      summary={hasDisposals ? 'SA108 boxes, losses and figures in full' : 'Losses and figures in full'}
    >
      <div className={styles.columns}>
        {hasDisposals && <Totals panel={panel} />}
        <Exemption panel={panel} />
        {hasDisposals && <Boxes panel={panel} />}
      </div>
      {hasDisposals && <Meaning panel={panel} />}
      {/* Keyed by the year: what is typed for one year must not appear in another. */}
      <LossesField key={panel.taxYear} accountId={panel.accountId} taxYear={panel.taxYear} />
    </LazyDetails>
  );
}

interface PanelOnly {
  readonly panel: YearPanel;
}

function Totals({ panel }: PanelOnly) {
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

/** Everybody has an exempt amount in a year, and losses are carried through it, also without disposals. */
function Exemption({ panel }: PanelOnly) {
  return (
    <Facts
      figures
      facts={[
        ['Exempt amount', money(panel.exemptAmount)],
        ['Exempt amount used', money(panel.exemptAmountUsed)],
        ['Exempt amount left', money(panel.exemptAmountLeft)],
        ['Losses brought forward', money(panel.lossesBroughtForward)],
        ['Losses brought forward used', money(panel.lossesBroughtForwardUsed)],
        ['Losses carried forward', money(panel.lossesCarriedForward)],
        ['Taxable gains', money(panel.taxable)],
      ]}
    />
  );
}

function Boxes({ panel: { reporting } }: PanelOnly) {
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

function Meaning({ panel }: PanelOnly) {
  const { reporting } = panel;
  return (
    <>
      <Stretches panel={panel} />
      <ul className={styles.lines}>
        {reportingSentences(panel)
          .filter((sentence) => reporting === null || sentence !== returnSentence(reporting))
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </>
  );
}

/** Years with one rate all through need no split. */
function Stretches({ panel: { stretches, taxAdjustment } }: PanelOnly) {
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
