import type { ReturnsAnswer } from '../../../workers/api/worker-api.ts';
import { exact, subtract, toAmount } from '../../../domain/values/decimal.ts';
import { rateText } from '../../ui/texts/format.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { SummaryFigures } from '../../ui/layout/summary-figures.tsx';
import { moneyWeightedWords, timeWeightedWords, type RateWords } from './returns-words.ts';

/** The two rates and the gain, each with what it is of. */
export function ReturnsFigures({ view: { timeWeighted, moneyWeighted, bridge } }: { readonly view: ReturnsAnswer }) {
  const money =
    bridge === null
      ? null
      : toAmount(
          subtract(
            subtract(exact(bridge.closing), exact(bridge.opening)),
            subtract(exact(bridge.paidIn), exact(bridge.paidOut)),
          ),
        );
  return (
    <SummaryFigures
      figures={[
        { label: 'Time-weighted return', ...shown(timeWeightedWords(timeWeighted)) },
        { label: 'Money-weighted return', ...shown(moneyWeightedWords(moneyWeighted)) },
        {
          label: 'Gain',
          value: money === null ? 'Not known' : <HiddenMoney value={money} tone />,
          note: 'Closing value, less the opening value and money paid in, plus money paid out.',
        },
      ]}
    />
  );
}

function shown({ rate, note }: RateWords) {
  return rate === null
    ? { value: 'Not known', note }
    : { value: <HiddenValue>{rateText(rate)}</HiddenValue>, note: <HiddenValue>{note}</HiddenValue> };
}
