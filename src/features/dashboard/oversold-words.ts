/** What the charts say of securities of which more was sold than was held. */
import type { ValueHistory } from '../../../domain/holdings/value-history.ts';
import { daysInSentence } from '../../ui/texts/date-text.ts';
import { listedNames } from '../../ui/texts/listed-names.ts';

/** A sentence that names each with its days; null where there is none. */
export function oversoldSentence(oversold: ValueHistory['oversold']): string | null {
  if (oversold.length === 0) return null;
  const named = oversold.map((days) => `${days.name} ${daysInSentence(days)}`);
  return `The value is too low where more was sold than was held: ${listedNames(named)}.`;
}
