import type { ReactNode } from 'react';
import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import { natureLabel } from '../../../domain/income/labels.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { PrintButton } from '../../ui/messages/print-button.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import {
  ACCRUED_EFFECTS,
  ACCRUED_NOTE,
  assumptions,
  boxTitle,
  FOREIGN_TAX_TITLE,
  foreignTitle,
  FUND_STATUS_WORDS,
  LEFT_OUT,
  mixedRatesText,
  NOT_ADVICE,
  operatorText,
  ROUNDED,
  STATE_WORDS,
  taxSentences,
} from './income-words.ts';

/** Prints the year with the rows of every box; the amounts are printed even while the screen hides them. */
export function PrintIncome({
  view,
  accountName,
}: {
  /** Null while it is worked out. */
  readonly view: IncomeView | null;
  readonly accountName: string;
}) {
  return (
    <PrintButton
      label="Print income"
      read={view && (() => Promise.resolve({ view, printedOn: londonDate(Date.now()) }))}
      failure="The income could not be prepared. Please try again."
    >
      {(printed) => <PrintedIncome {...printed} accountName={accountName} />}
    </PrintButton>
  );
}

const moneyOrDash = (amount: number | null): string => (amount === null ? '-' : formatMoney(amount));

function PrintedIncome({
  view,
  printedOn,
  accountName,
}: {
  readonly view: IncomeView;
  readonly printedOn: IsoDate;
  readonly accountName: string;
}) {
  const { taxYear, totals, boxes, lines, accrued, periods, unknownFunds, foreignTax } = view;
  const mixed = mixedRatesText(periods);
  const fromOperator = operatorText(view.operatorSources);
  const linesById = new Map(lines.map((line) => [line.id, line]));
  return (
    <>
      <h1>
        Income of {accountName}, tax year {taxYear}
      </h1>
      <p>
        Printed on {dateInSentence(printedOn)} from Holdfast. {NOT_ADVICE} {ROUNDED}
      </p>
      <p>
        Gross {formatMoney(totals.gross)}, tax withheld {formatMoney(totals.withheld)}, net {formatMoney(totals.net)}.
      </p>
      <p>{[...taxSentences(view), ...assumptions(view), `Left out: ${LEFT_OUT.join(' ')}`].join(' ')}</p>
      {foreignTax.length > 0 && <ForeignTax lines={foreignTax} />}
      {boxes.map((box) => (
        <Box key={boxTitle(box)} box={box} linesById={linesById} />
      ))}
      {accrued.length > 0 && <AccruedIncome lines={accrued} />}
      {mixed !== null && <p>{mixed}</p>}
      {fromOperator !== null && <p>{fromOperator}</p>}
      {[...groupBy(unknownFunds, ({ status }) => status)].map(([status, funds]) => (
        <p key={status}>
          {FUND_STATUS_WORDS[status]}: {funds.map(({ name, isin }) => `${name} ${isin}`).join(', ')}.
        </p>
      ))}
      {periods.length > 0 && <ReportingPeriods periods={periods} />}
    </>
  );
}

function Table({ headings, children }: { readonly headings: readonly string[]; readonly children: ReactNode }) {
  return (
    <table>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function ForeignTax({ lines }: { readonly lines: IncomeView['foreignTax'] }) {
  return (
    <>
      <h2>{FOREIGN_TAX_TITLE}</h2>
      <Table headings={['Income', 'Gross', 'Foreign tax', "At the treaty's rate", 'UK tax on it', 'Relief']}>
        {lines.map((line) => (
          <tr key={foreignTitle(line)}>
            <td>{foreignTitle(line)}</td>
            <td>{formatMoney(line.gross)}</td>
            <td>{formatMoney(line.foreignTax)}</td>
            <td>{moneyOrDash(line.allowable)}</td>
            <td>{moneyOrDash(line.ukTax)}</td>
            <td>{moneyOrDash(line.relief)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface BoxProps {
  readonly box: IncomeView['boxes'][number];
  readonly linesById: ReadonlyMap<string, IncomeView['lines'][number]>;
}

function Box({ box, linesById }: BoxProps) {
  return (
    <div>
      <h3>
        {boxTitle(box)}: {formatMoney(box.amount)}, on the return {formatMoney(box.wholePounds, { places: 0 })}
      </h3>
      <Table headings={['Date', 'Security', 'Nature', 'Amount']}>
        {box.rows.map(({ id, amount }) => {
          const line = linesById.get(id);
          return (
            <tr key={id}>
              <td>{formatDate(line?.date ?? '')}</td>
              <td>
                {line?.name} {line?.isin}
              </td>
              <td>{natureLabel(line?.nature ?? null)}</td>
              <td>{formatMoney(amount)}</td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}

function AccruedIncome({ lines }: { readonly lines: IncomeView['accrued'] }) {
  return (
    <>
      <h2>Accrued income of gilts and bonds</h2>
      <p>{ACCRUED_NOTE}</p>
      <Table headings={['Traded', 'Security', 'Effect', 'Interest period ends', 'Accrued interest']}>
        {lines.map(({ id, date, name, isin, effect, periodEnd, amount, isStated }) => (
          <tr key={id}>
            <td>{formatDate(date)}</td>
            <td>
              {name} {isin}
            </td>
            <td>{ACCRUED_EFFECTS[effect]}</td>
            <td>{periodEnd === null ? 'Not known' : formatDate(periodEnd)}</td>
            <td>
              {moneyOrDash(amount)}
              {amount !== null && !isStated && ', worked out'}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function ReportingPeriods({ periods }: { readonly periods: IncomeView['periods'] }) {
  return (
    <>
      <h2>Reporting periods of funds</h2>
      <Table headings={['Fund', 'Period to', 'Units held', 'State', 'In pounds']}>
        {periods.map(({ isin, name, periodEnd, units, state, pounds, recorded }) => (
          <tr key={`${isin} ${periodEnd}`}>
            <td>
              {name} {isin}
            </td>
            <td>{formatDate(periodEnd)}</td>
            <td>{formatQuantity(units)}</td>
            <td>{STATE_WORDS[state]}</td>
            <td>{moneyOrDash(state === 'recorded' ? recorded : pounds)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
