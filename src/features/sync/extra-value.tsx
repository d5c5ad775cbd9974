/** The content of an extra, as its own screens show it: an extra's fields belong to the feature that writes it. */
import { readAccountSettings } from '../../../domain/records/account-settings.ts';
import { readAmountsByYear } from '../../../domain/cgt/tax/year-panel.ts';
import { checkAmount, isAmount } from '../../../domain/values/amount.ts';
import { toText } from '../../../domain/values/decimal.ts';
import { MARRIAGE_LABELS, RESIDENCE_LABELS } from '../../../domain/income/labels.ts';
import { readStatedIncome } from '../../../domain/income/stated-income.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import type { Extra } from '../../../domain/records/extra.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';

export interface ExtraValueProps {
  readonly extra: Pick<Extra, 'kind' | 'value'>;
}

/** An extra's value in words and amounts. */
export function ExtraValue({ extra: { kind, value } }: ExtraValueProps) {
  switch (kind) {
    case 'balance-history': {
      const balance = checkAmount<'pounds'>(value['balance'] as number);
      return typeof value['balance'] === 'number' && isAmount(balance) ? <HiddenMoney value={balance} /> : '-';
    }
    case 'losses-brought-forward':
      return (
        <Losses amounts={[...readAmountsByYear(value)].map(([year, amount]) => [year, toText(amount)] as const)} />
      );
    case 'other-income': {
      const { otherIncome, circumstances, treatyRates } = readStatedIncome(value);
      const words = [
        ...[...circumstances].flatMap(([year, { marriageAllowance, residence }]) => [
          ...(marriageAllowance === null ? [] : [`${year} marriage allowance: ${MARRIAGE_LABELS[marriageAllowance]}`]),
          ...(residence === null ? [] : [`${year} residence: ${RESIDENCE_LABELS[residence]}`]),
        ]),
        ...[...treatyRates].map(([key, percent]) => `treaty's rate ${key}: ${percent} %`),
      ];
      return (
        <span>
          <Losses amounts={[...otherIncome].map(([year, amount]) => [year, toText(amount)] as const)} />
          {words.map((statement) => (
            <span key={statement}>; {statement}</span>
          ))}
        </span>
      );
    }
    case 'account-settings': {
      const { fxChargeAllowable, notResident } = readAccountSettings(value);
      return (
        <span>
          Currency conversion charges {fxChargeAllowable ? 'count' : 'do not count'} as allowable cost
          {notResident.map(({ from, to }) => (
            <span key={from}>
              ; not resident from <DateText value={from} />
              {to !== null && (
                <>
                  {' to '}
                  <DateText value={to} />
                </>
              )}
            </span>
          ))}
        </span>
      );
    }
    case 'account-holder':
    case 'allowance-year':
    case 'planned-trades':
    case 'targets':
    case 'column-mapping':
    case 'import-history':
    case 'merged-security':
    case 'income-nature':
    case 'excess-income':
      // Statements of a person, names of a file and its columns, answers about them, names of securities, and published figures.
      return <HiddenValue>{plainText(value)}</HiddenValue>;
  }
}

function Losses({ amounts }: { readonly amounts: readonly (readonly [TaxYear, string])[] }) {
  if (amounts.length === 0) return '-';
  return (
    <span>
      {amounts.map(([year, amount], index) => (
        <span key={year}>
          {index > 0 && ', '}
          {year} <HiddenMoney value={amount} />
        </span>
      ))}
    </span>
  );
}

/** `Header: Date, Type; Rows: 3`, without braces and quotes. */
function plainText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object') return String(value as string | number | boolean);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${plainText(part)}`)
    .join('; ');
}
