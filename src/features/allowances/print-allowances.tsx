import { londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import { taxYearBounds } from '../../../domain/values/tax-year.ts';
import type { AllowancesView, AllowanceView, HolderAllowancesView } from '../../../workers/api/worker-api.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { PrintButton } from '../../ui/messages/print-button.tsx';
import {
  ABOUT,
  allowanceLabel,
  beyondText,
  daysLeftText,
  notesOf,
  rowDate,
  rowText,
  UNCLEAR,
} from './allowance-words.ts';

/** Prints the year with the rows of every allowance; the amounts are printed even while the screen hides them. */
export function PrintAllowances({ view }: { readonly view: AllowancesView }) {
  return (
    <PrintButton
      label="Print allowances"
      read={() => Promise.resolve({ view, printedOn: londonDate(Date.now()) })}
      failure="The allowances could not be prepared. Please try again."
    >
      {(printed) => <PrintedAllowances {...printed} />}
    </PrintButton>
  );
}

function PrintedAllowances({ view, printedOn }: { readonly view: AllowancesView; readonly printedOn: IsoDate }) {
  const { taxYear, status, holders, asOf } = view;
  return (
    <>
      {holders.map((holder) => (
        <div key={holder.accountId}>
          <h1>
            Allowances of {holder.name}, tax year {taxYear}
          </h1>
          <p>
            Printed on {dateInSentence(printedOn)} from Holdfast. {ABOUT}{' '}
            {daysLeftText(taxYear, holder.daysLeft, asOf >= taxYearBounds(taxYear).first)}
            {status === 'announced' && ` The limits of ${taxYear} are announced but not law yet.`}
          </p>
          {holder.allowances.map((allowance) => (
            <PrintedAllowance key={allowance.kind} allowance={allowance} holder={holder} />
          ))}
          {holder.unclear.length > 0 && (
            <p>
              Not counted: {holder.unclear.map(({ date, name }) => `${dateInSentence(date)} ${name}`).join('; ')}.{' '}
              {UNCLEAR}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

function PrintedAllowance({
  allowance,
  holder,
}: {
  readonly allowance: AllowanceView;
  readonly holder: HolderAllowancesView;
}) {
  const { kind, limit, used, left, beyond, rows } = allowance;
  const over = beyond > 0 ? beyondText(kind) : null;
  const notes = notesOf(allowance, holder);
  return (
    <div>
      <h3>
        {allowanceLabel(kind)}: {formatMoney(used)}
        {limit === null ? ', limit not known' : ` of ${formatMoney(limit)}, ${formatMoney(left ?? 0)} left`}
        {over !== null && `, ${formatMoney(beyond)} ${over}`}
      </h3>
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Date</th>
              <th>From</th>
              <th>Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={`${row.source.id} ${index}`}>
                <td>{dayText(rowDate(row))}</td>
                <td>{rowText(row)}</td>
                <td>{formatMoney(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kind === 'pension' &&
        holder.carriedForward.map(({ taxYear, unused, used: taken }) => (
          <p key={taxYear}>
            From {taxYear}: {formatMoney(unused)} unused, {formatMoney(taken)} used this year.
          </p>
        ))}
    </div>
  );
}

function dayText(date: IsoDate | null): string {
  return date === null ? '-' : formatDate(date);
}
