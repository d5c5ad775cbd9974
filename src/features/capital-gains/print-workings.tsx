import type { ReactNode } from 'react';
import type { DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import { estimatedTax, type YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { compute } from '../../compute/compute.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { rateWords } from '../../ui/texts/rate-words.ts';
import { PrintButton } from '../../ui/messages/print-button.tsx';
import { fxChargeWords, POOL_ROUNDED, poolIsRoundedApart, ruleLabel } from './match-rules.ts';
import { PrintedPoolHistory, type PrintedPool, readPools } from './print-pools.tsx';
import { PrintedSchedule } from './print-schedule.tsx';
import styles from './print-workings.module.css';
import { pageName, usePageFeet } from './use-page-feet.ts';
import {
  ADJUSTMENT,
  bandSentence,
  boxName,
  BOXES,
  BOXES_ROUNDED,
  reportingSentences,
  stretchName,
} from './year-words.ts';

interface PrintedYear {
  readonly taxYear: TaxYear;
  readonly printedOn: IsoDate;
  readonly panels: readonly YearPanel[];
  /** Chargeable ones of all account holders, whatever the screen's filters show. */
  readonly disposals: readonly DisposalView[];
  /** The pools that they draw on, up to the year's end. */
  readonly pools: readonly PrintedPool[];
}

async function readYear(taxYear: TaxYear): Promise<PrintedYear> {
  const [panels, disposals] = await Promise.all([compute().yearPanels({ taxYear }), compute().disposals({ taxYear })]);
  const chargeable = disposals.filter(({ isExemptFromCGT }) => !isExemptFromCGT).toReversed();
  // A holder without disposals has no workings.
  return {
    taxYear,
    printedOn: londonDate(Date.now()),
    panels: panels.filter((panel) => panel.disposals > 0),
    disposals: chargeable,
    pools: await readPools(taxYear, chargeable),
  };
}

export interface PrintWorkingsProps {
  /** Null until it is known which year is shown. */
  readonly taxYear: TaxYear | null;
  readonly accounts: readonly Account[];
}

/**
 * Prints a year with every disposal's workings as a document of its own; the amounts are printed even while the screen
 * hides them.
 */
export function PrintWorkings({ taxYear, accounts }: PrintWorkingsProps) {
  return (
    <PrintButton
      label="Print workings"
      read={taxYear === null ? null : async () => await readYear(taxYear)}
      failure="The workings could not be prepared. Please try again."
    >
      {(year) => <PrintedWorkings year={year} accounts={accounts} />}
    </PrintButton>
  );
}

function PrintedWorkings({
  year: { taxYear, printedOn, panels, disposals, pools },
  accounts,
}: {
  readonly year: PrintedYear;
  readonly accounts: readonly Account[];
}) {
  const names = panels.map((panel) => accounts.find(({ id }) => id === panel.accountId)?.name ?? '');
  usePageFeet(names.map((name) => `${name}, capital gains ${taxYear}`));
  return (
    <>
      {/* On the pages of the first holder: a page with another name would start a new sheet. */}
      <div style={{ page: pageName(0) }}>
        <h1>Capital gains workings, tax year {taxYear}</h1>
        <p>Printed on {dateInSentence(printedOn)} from Holdfast. Figures to help fill in a return, not tax advice.</p>
      </div>
      {panels.length === 0 && <p>No chargeable disposal falls in {taxYear}.</p>}
      {panels.map((panel, index) => {
        const own = disposals.filter(({ accountId }) => accountId === panel.accountId);
        return (
          <section key={panel.accountId} style={{ page: pageName(index) }}>
            <h2>{names[index]}</h2>
            <PrintedPanel panel={panel} />
            {panel.reporting !== null && <p>{BOXES_ROUNDED}</p>}
            {panel.tax === null && panel.taxable !== null && <p>{bandSentence(panel)}</p>}
            {reportingSentences(panel).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <PrintedSchedule panel={panel} disposals={own} />
            <div>
              <h3>How each disposal was calculated</h3>
              {own.map((disposal) => (
                <PrintedDisposal key={disposal.disposalTransactionId} disposal={disposal} />
              ))}
            </div>
            {pools
              .filter(({ accountId }) => accountId === panel.accountId)
              .map((pool) => (
                <PrintedPoolHistory key={`${pool.isin} ${pool.capacity}`} pool={pool} />
              ))}
          </section>
        );
      })}
    </>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}

function money(value: number | null): string {
  return value === null ? '-' : formatMoney(value);
}

function taxWords(panel: YearPanel): string {
  const range = estimatedTax(panel);
  if (range === null) return '-';
  if (range.low === range.high) return formatMoney(range.low);
  return `${formatMoney(range.low)} to ${formatMoney(range.high)}`;
}

function PrintedPanel({ panel }: { readonly panel: YearPanel }) {
  const { reporting } = panel;
  return (
    <table className={styles.totals}>
      <tbody>
        <Row label="Disposals">{panel.disposals}</Row>
        <Row label="Proceeds">{money(panel.proceeds)}</Row>
        <Row label="Allowable costs">{money(panel.allowableCosts)}</Row>
        <Row label="Gains">{money(panel.gains)}</Row>
        <Row label="Losses">{money(panel.losses)}</Row>
        <Row label="Net">{money(panel.net)}</Row>
        <Row label="Exempt amount">{money(panel.exemptAmount)}</Row>
        <Row label="Exempt amount used">{money(panel.exemptAmountUsed)}</Row>
        <Row label="Exempt amount left">{money(panel.exemptAmountLeft)}</Row>
        <Row label="Losses brought forward">{money(panel.lossesBroughtForward)}</Row>
        <Row label="Losses brought forward used">{money(panel.lossesBroughtForwardUsed)}</Row>
        <Row label="Losses carried forward">{money(panel.lossesCarriedForward)}</Row>
        <Row label="Taxable gains">{money(panel.taxable)}</Row>
        <Row label="Estimated tax">{taxWords(panel)}</Row>
        {panel.stretches.length > 1 &&
          panel.stretches.map((stretch) => (
            <Row key={stretch.from} label={stretchName(stretch)}>
              gains {money(stretch.gains)}, of which taxable {money(stretch.taxable)}
            </Row>
          ))}
        {panel.stretches.length > 1 && panel.taxAdjustment !== null && (
          <Row label={ADJUSTMENT}>{money(panel.taxAdjustment)}</Row>
        )}
        {reporting !== null &&
          BOXES.map((box) => (
            <Row key={box} label={boxName(box, reporting.boxNumbersKnown)}>
              {box === 23 ? reporting.sa108[box] : formatMoney(reporting.sa108[box], { places: 0 })}
            </Row>
          ))}
      </tbody>
    </table>
  );
}

/** No units are disposed of where cash received counts as a part disposal. */
function whatWentOf({ quantityDisposed }: DisposalView): string {
  return quantityDisposed === 0 ? 'cash received for' : formatQuantity(quantityDisposed);
}

function PrintedDisposal({ disposal }: { readonly disposal: DisposalView }) {
  return (
    <article className={styles.disposal}>
      <h4>
        {formatDate(disposal.disposalDate)}: {whatWentOf(disposal)} {disposal.assetName} ({disposal.isin})
      </h4>
      <table>
        <thead>
          <tr>
            <th scope="col">Identified by</th>
            <th scope="col">Units</th>
            <th scope="col">Acquired</th>
            <th scope="col">Pool before</th>
            <th scope="col">Pool after</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {disposal.matches.map((match, index) => (
            <tr key={index}>
              <td>{ruleLabel(match.rule)}</td>
              <td>{match.quantity === 0 ? '' : formatQuantity(match.quantity)}</td>
              <td>
                {match.acquisitionDate === null
                  ? ''
                  : `${formatDate(match.acquisitionDate)}: ${formatQuantity(match.acquiredQuantity)} for ${formatMoney(match.acquiredCost)}`}
              </td>
              <td>
                {match.poolBefore === null
                  ? ''
                  : `${formatQuantity(match.poolBefore.quantity)} for ${formatMoney(match.poolBefore.cost)}`}
              </td>
              <td>
                {match.poolAfter === null
                  ? ''
                  : `${formatQuantity(match.poolAfter.quantity)} for ${formatMoney(match.poolAfter.cost)}`}
              </td>
              <td>{formatMoney(match.cost)}</td>
            </tr>
          ))}
        </tbody>
        {disposal.matches.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={5}>
                Total
              </th>
              <td>{formatMoney(sumShown(disposal.matches.map(({ cost }) => cost)))}</td>
            </tr>
          </tfoot>
        )}
      </table>
      <p>
        Proceeds {formatMoney(disposal.disposalProceeds)}, less costs of selling {formatMoney(disposal.incidentalCosts)}{' '}
        and the cost above, in all {formatMoney(disposal.allowableCost)}:{' '}
        <strong>
          {disposal.capitalGain < 0 ? 'loss' : 'gain'} {formatMoney(Math.abs(disposal.capitalGain))}
        </strong>
        {disposal.provisionalUntil !== null && `. Provisional until ${dateInSentence(disposal.provisionalUntil)}`}
        {disposal.unmatchedQuantity > 0 &&
          `. ${formatQuantity(disposal.unmatchedQuantity)} units could not be matched with any purchase`}
        .
      </p>
      {poolIsRoundedApart(disposal) && <p>{POOL_ROUNDED}</p>}
      {disposal.holdingTransactions.some(({ rate }) => rate != null) && (
        <p>
          Exchange rates:{' '}
          {disposal.holdingTransactions
            .flatMap(({ transactionTypeLabel, transactionDate, rate }) =>
              rate == null ? [] : [`${transactionTypeLabel} ${formatDate(transactionDate)} at ${rateWords(rate)}`],
            )
            .join('; ')}
          .
        </p>
      )}
      {disposal.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {disposal.fxCharges > 0 && (
        <p>
          FX charges of {formatMoney(disposal.fxCharges)} on the sale {fxChargeWords(disposal)}
        </p>
      )}
    </article>
  );
}
