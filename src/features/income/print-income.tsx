import { londonDate, type IsoDate } from '../../../domain/dates.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { natureLabel } from '../../../domain/income/labels.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/format.ts';
import { PrintButton } from '../../ui/print-button.tsx';
import type { IncomeView } from '../../../workers/income-types.ts';
import {
  boxTitle,
  FUND_STATUS_WORDS,
  LEFT_OUT,
  mixedRatesText,
  NOT_ADVICE,
  ROUNDED_DOWN,
  STATE_WORDS,
} from './income-words.ts';

/** Prints the year with the rows of every box; the amounts are on it whatever the screen hides. */
export function PrintIncome({ view, accountName }: { readonly view: IncomeView; readonly accountName: string }) {
  return (
    <PrintButton
      label="Print income"
      read={() => Promise.resolve({ view, printedOn: londonDate(Date.now()) })}
      failure="The income could not be prepared. Please try again."
    >
      {(printed) => <PrintedIncome {...printed} accountName={accountName} />}
    </PrintButton>
  );
}

function taxWords({ tax, otherIncome }: IncomeView): string {
  if (tax === null) return '-';
  return otherIncome === null
    ? `${formatMoney(tax.from)} to ${formatMoney(tax.to)}, depending on other income`
    : `${formatMoney(tax.to)}, beside other income of ${formatMoney(otherIncome)}`;
}

function PrintedIncome({
  view,
  printedOn,
  accountName,
}: {
  readonly view: IncomeView;
  readonly printedOn: IsoDate;
  readonly accountName: string;
}) {
  const { taxYear, totals, boxes, lines, periods, unknownFunds, tax } = view;
  const mixed = mixedRatesText(periods);
  const byId = new Map(lines.map((line) => [line.id, line]));
  return (
    <>
      <h1>
        Income of {accountName}, tax year {taxYear}
      </h1>
      <p>
        Printed on {formatDate(printedOn)} from Holdfast. {NOT_ADVICE} {ROUNDED_DOWN}
      </p>
      <p>
        Gross {formatMoney(totals.gross)}, tax withheld {formatMoney(totals.withheld)}, net {formatMoney(totals.net)}.
        {tax !== null && ` Tax on it: ${taxWords(view)}. Left out: ${LEFT_OUT.join(' ')}`}
      </p>
      {boxes.map((box) => (
        <div key={boxTitle(box)}>
          <h3>
            {boxTitle(box)}: {formatMoney(box.amount)}, on the return {formatMoney(box.wholePounds, { places: 0 })}
          </h3>
          <table>
            <thead>
              <tr>
                <th>Date</th>
                <th>Security</th>
                <th>Nature</th>
                <th>Amount</th>
              </tr>
            </thead>
            <tbody>
              {box.rows.map(({ id, amount }) => {
                const line = byId.get(id);
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
            </tbody>
          </table>
        </div>
      ))}
      {mixed !== null && <p>{mixed}</p>}
      {[...groupBy(unknownFunds, ({ status }) => status)].map(([status, funds]) => (
        <p key={status}>
          {FUND_STATUS_WORDS[status]}: {funds.map(({ name, isin }) => `${name} ${isin}`).join(', ')}.
        </p>
      ))}
      {periods.length > 0 && (
        <>
          <h2>Reporting periods of funds</h2>
          <table>
            <thead>
              <tr>
                <th>Fund</th>
                <th>Period to</th>
                <th>Units held</th>
                <th>State</th>
                <th>In pounds</th>
              </tr>
            </thead>
            <tbody>
              {periods.map(({ isin, name, periodEnd, units, state, pounds, recorded }) => (
                <tr key={`${isin} ${periodEnd}`}>
                  <td>
                    {name} {isin}
                  </td>
                  <td>{formatDate(periodEnd)}</td>
                  <td>{formatQuantity(units)}</td>
                  <td>{STATE_WORDS[state]}</td>
                  <td>{state === 'recorded' ? formatMoney(recorded) : pounds === null ? '-' : formatMoney(pounds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}
