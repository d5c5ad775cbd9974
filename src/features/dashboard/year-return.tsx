import { Link } from 'react-router-dom';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { rateText } from '../../ui/texts/format.ts';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';

/** The last year's time-weighted return of the whole household, in a line that leads to its workings. */
export function YearReturn() {
  const { data } = useLive(
    async () => {
      const { timeWeighted } = await compute().returns({
        scope: {},
        period: '1y',
        benchmark: null,
        splitBy: 'accountId',
      });
      return timeWeighted;
    },
    onComputeChange,
    [],
  );
  return (
    <>
      {data !== undefined && data.rate !== null && (
        <>
          Time-weighted return over the last year: <HiddenValue mask="****">{rateText(data.rate)}</HiddenValue>.{' '}
        </>
      )}
      {data !== undefined && data.rate === null && 'The return of the last year is not known: see why under Returns. '}
      <Link to="/returns">See returns</Link>
    </>
  );
}
