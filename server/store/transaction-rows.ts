/** Transactions between records and rows. */
import type { Insertable, Selectable } from 'kysely';
import type { TransactionRecord } from '../../contract/transactions.ts';
import type { IsoDate } from '../../domain/dates.ts';
import type { Transaction } from '../../domain/records.ts';
import { figureOf, figureText, nullableFigureOf, nullableFigureText } from './figures.ts';
import type { TransactionTable } from './schema.ts';

export function toTransaction(row: Selectable<TransactionTable>): TransactionRecord {
  const record: TransactionRecord = {
    id: row.id,
    transactionType: row.transaction_type as Transaction['transactionType'],
    transactionDate: row.transaction_date as IsoDate,
    brokerId: row.broker_id,
    brokerDealReference: row.broker_deal_reference,
    accountId: row.account_id,
    taxWrapper: row.tax_wrapper as Transaction['taxWrapper'],
    isin: row.isin,
    quantity: nullableFigureOf(row.quantity),
    nativePrice: nullableFigureOf(row.native_price),
    localPrice: nullableFigureOf(row.local_price),
    consideration: figureOf(row.consideration),
    brokerCharge: figureOf(row.broker_charge),
    stampDuty: figureOf(row.stamp_duty),
    fxCharge: figureOf(row.fx_charge),
    accruedInterest: figureOf(row.accrued_interest),
    version: row.version,
  };
  if (row.related_isin !== null) record.relatedIsin = row.related_isin;
  if (row.ratio_new !== null) record.ratioNew = row.ratio_new;
  if (row.ratio_old !== null) record.ratioOld = row.ratio_old;
  if (row.value_after !== null) record.valueAfter = figureOf(row.value_after);
  if (row.cost_fraction !== null) record.costFraction = figureOf(row.cost_fraction);
  if (row.small_treatment !== null) record.smallTreatment = row.small_treatment as 'deduct' | 'partDisposal';
  if (row.income_date !== null) record.incomeDate = row.income_date as IsoDate;
  if (row.transfer_id !== null) record.transferId = row.transfer_id;
  return record;
}

export function toTransactionRow(userId: string, record: Transaction, version: number): Insertable<TransactionTable> {
  return {
    id: record.id,
    user_id: userId,
    account_id: record.accountId,
    broker_id: record.brokerId,
    transaction_type: record.transactionType,
    transaction_date: record.transactionDate,
    broker_deal_reference: record.brokerDealReference,
    tax_wrapper: record.taxWrapper,
    isin: record.isin,
    quantity: nullableFigureText(record.quantity),
    native_price: nullableFigureText(record.nativePrice),
    local_price: nullableFigureText(record.localPrice),
    consideration: figureText(record.consideration),
    broker_charge: figureText(record.brokerCharge),
    stamp_duty: figureText(record.stampDuty),
    fx_charge: figureText(record.fxCharge),
    accrued_interest: figureText(record.accruedInterest),
    related_isin: record.relatedIsin ?? null,
    ratio_new: record.ratioNew ?? null,
    ratio_old: record.ratioOld ?? null,
    value_after: nullableFigureText(record.valueAfter),
    cost_fraction: nullableFigureText(record.costFraction),
    small_treatment: record.smallTreatment ?? null,
    income_date: record.incomeDate ?? null,
    transfer_id: record.transferId ?? null,
    version,
  };
}
