/** The link and the title of a finding about income, the same on every screen that lists it. */
import type { IncomeFindingView } from '../../../domain/income/income-findings.ts';
import { dateInSentence } from './date-text.ts';

/** The income of its year, with the field for the figure open where one is missing. */
export function incomeFindingPath({ accountId, taxYear, isin, periodEnd }: IncomeFindingView): string {
  const query = new URLSearchParams({ account: accountId, year: taxYear });
  if (isin !== null) query.set('fund', isin);
  if (periodEnd !== null) query.set('period', periodEnd);
  return `/income?${query.toString()}`;
}

/** `Core World ETF, Ada, period to 30 Jun 2025`. */
export function incomeFindingSubject({ assetName, accountName, periodEnd, taxYear }: IncomeFindingView): string {
  const parts = assetName === '' ? [accountName, `income of ${taxYear}`] : [assetName, accountName];
  return [...parts, ...(periodEnd === null ? [] : [`period to ${dateInSentence(periodEnd)}`])].join(', ');
}
