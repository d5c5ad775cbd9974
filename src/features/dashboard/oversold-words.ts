/** What the charts say of securities of which more was sold than was held. */
import type { ValueHistory } from '../../../domain/holdings/value-history.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { listedNames } from '../../ui/texts/listed-names.ts';

/** A sentence that names each with its days; null where there is none. */
export function oversoldSentence(oversold: ValueHistory['oversold']): string | null {
  if (oversold.length === 0) return null;
  const named = oversold.map(({ name, from, to }) =>
    from === to ? `${name} on ${formatDate(from)}` : `${name} from ${formatDate(from)} to ${formatDate(to)}`,
  );
  return `The value is too low where more was sold than was held: ${listedNames(named)}.`;
}
