import { Link } from 'react-router-dom';
import type { HealthView } from '../../../domain/cgt/data-health.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { formatDate } from '../../ui/date-text.ts';
import { FindingsBanner } from '../../ui/findings-banner.tsx';
import { useLive } from '../../ui/use-live.ts';

function Subject({ assetName, accountName, date, transactionId }: HealthView) {
  const words = [assetName, accountName, ...(date === null ? [] : [formatDate(date)])].join(', ');
  return transactionId === null ? words : <Link to={`/transactions/edit/${transactionId}`}>{words}</Link>;
}

/** What is missing or contradictory in the transactions, each leading to the one that it is about (RULES 10). */
export function GainsFindings() {
  const { data = [] } = useLive(() => compute().healthFindings(), onComputeChange, []);
  return (
    <FindingsBanner count={data.length}>
      {data.map((finding, index) => (
        <li key={index}>
          <Subject {...finding} />: {finding.text}
        </li>
      ))}
    </FindingsBanner>
  );
}
