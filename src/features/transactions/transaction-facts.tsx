import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  CONTRIBUTION_KINDS,
  isCashEvent,
  labelOf,
  SMALL_TREATMENTS,
  TAX_WRAPPER_OPTIONS,
  TRANSACTION_TYPES,
} from '../../../domain/fields/enums.ts';
import { TRANSACTION, type Transaction } from '../../../domain/records/records.ts';
import { Facts } from '../../ui/layout/facts.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import type { Figure } from '../../ui/texts/format.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { Price } from '../../ui/values/price.tsx';
import styles from './transaction-screen.module.css';

type Fact = readonly [name: string, value: ReactNode];
type Field = keyof typeof TRANSACTION;

/** The names of the records that a transaction refers to. */
export interface TransactionNames {
  readonly asset: string;
  readonly account: string;
  readonly broker: string;
}

/** The page of a security. */
export function securityPath(isin: string): string {
  return `/holdings/${encodeURIComponent(isin)}`;
}

/** The names of the fields with content; nil or missing values need no line. */
function given(facts: readonly (readonly [Field, ReactNode] | null)[]): Fact[] {
  return facts.flatMap((fact): Fact[] => (fact === null ? [] : [[TRANSACTION[fact[0]].label, fact[1]]]));
}

function moneyOf(row: Transaction, field: Field, currency = 'GBP'): readonly [Field, ReactNode] | null {
  const value = row[field] as Figure | null | undefined;
  return value === undefined || value === null || value === 0
    ? null
    : [field, <HiddenMoney key={field} value={value} currency={currency} />];
}

function priceOf(row: Transaction, field: 'nativePrice' | 'localPrice'): readonly [Field, ReactNode] | null {
  const value = row[field];
  if (value === null) return null;
  return [
    field,
    <HiddenValue key={field}>
      <Price value={value} inPounds={field === 'localPrice'} />
    </HiddenValue>,
  ];
}

function textOf(field: Field, value: string | undefined): readonly [Field, ReactNode] | null {
  return value === undefined || value === '' ? null : [field, value];
}

const dateOf = (field: Field, value: string | undefined) =>
  textOf(field, value === undefined ? undefined : formatDate(value));

/** The recorded fields of a transaction. */
export function TransactionFacts({ row, names }: { readonly row: Transaction; readonly names: TransactionNames }) {
  const isCash = isCashEvent(row.transactionType);
  return (
    <div className={styles.recorded}>
      <Section title="Transaction">
        <Facts
          facts={[
            ['Type', labelOf(TRANSACTION_TYPES, row.transactionType)],
            ['Date', formatDate(row.transactionDate)],
            ...(row.isin === ''
              ? []
              : ([
                  [
                    'Security',
                    <Link key="security" to={securityPath(row.isin)}>
                      {names.asset}
                    </Link>,
                  ],
                  ['ISIN', row.isin],
                ] as const)),
            ['Account', names.account],
            ['Tax Wrapper', labelOf(TAX_WRAPPER_OPTIONS, row.taxWrapper)],
            ['Broker', names.broker],
            ...(row.brokerDealReference === ''
              ? []
              : ([[isCash ? 'Note' : 'Broker Deal Reference', row.brokerDealReference]] as const)),
            ...given([
              row.relatedIsin === undefined
                ? null
                : [
                    'relatedIsin',
                    <Link key="related" to={securityPath(row.relatedIsin)}>
                      {row.relatedIsin}
                    </Link>,
                  ],
              dateOf('settlementDate', row.settlementDate),
              dateOf('incomeDate', row.incomeDate),
              textOf('contributionKind', row.contributionKind && labelOf(CONTRIBUTION_KINDS, row.contributionKind)),
              textOf('smallTreatment', row.smallTreatment && labelOf(SMALL_TREATMENTS, row.smallTreatment)),
              textOf('taxCountry', row.taxCountry),
            ]),
          ]}
        />
      </Section>
      <Section title="Amounts">
        <Facts
          figures
          facts={[
            ...given([
              row.quantity === null ? null : ['quantity', <Quantity key="quantity" value={row.quantity} places={12} />],
              priceOf(row, 'nativePrice'),
              priceOf(row, 'localPrice'),
              isCash ? null : ['consideration', <HiddenMoney key="consideration" value={row.consideration} />],
              moneyOf(row, 'brokerCharge'),
              moneyOf(row, 'stampDuty'),
              moneyOf(row, 'fxCharge'),
              moneyOf(row, 'accruedInterest'),
              moneyOf(row, 'grossIncome'),
              moneyOf(row, 'taxWithheld'),
              moneyOf(row, 'cashAmount', row.cashCurrency ?? 'GBP'),
              moneyOf(row, 'valueAfter'),
            ]),
            ...(row.ratioNew === undefined || row.ratioOld === undefined
              ? []
              : ([['Ratio', `${row.ratioNew} for ${row.ratioOld}`]] as const)),
            ...given([
              row.costFraction === undefined
                ? null
                : ['costFraction', <Quantity key="costFraction" value={row.costFraction} places={12} />],
            ]),
          ]}
        />
      </Section>
    </div>
  );
}
