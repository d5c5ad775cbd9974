/** The text about the 30 days around a sale, for a trial and for a plan; it advises nobody to buy or to sell. */
import type { PurchaseWindow } from '../../../domain/cgt/planned-sale/thirty-day-window.ts';
import { dateInSentence } from './date-text.ts';

/** What must not happen for the figures to stay as they are. */
export function windowText({ assetName, from, to }: PurchaseWindow): string {
  return `A purchase of ${assetName} from ${dateInSentence(from)} to ${dateInSentence(to)}, at any broker, outside ISAs and pensions, would change these figures.`;
}

export function expectedText(expected: PurchaseWindow['expected'][number]): string {
  return expected === 'reinvestedDividends'
    ? 'Its dividends were reinvested in the last 12 months, and a reinvestment counts as a purchase.'
    : 'It was bought in each of the last months, and the next regular purchase would count too.';
}

export function safeText(safeFrom: string | null): string {
  return safeFrom === null
    ? 'No later purchase can change these figures.'
    : `From ${dateInSentence(safeFrom)} no purchase can change these figures.`;
}
