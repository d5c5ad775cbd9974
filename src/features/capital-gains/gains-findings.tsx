import { Link } from 'react-router-dom';
import type { HealthView } from '../../../domain/cgt/matching/data-health.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { dateInSentence } from '../../ui/texts/date-text.ts';
import { incomeFindingPath, incomeFindingSubject } from '../../ui/texts/income-finding.ts';
import { FindingsBanner } from '../../ui/messages/findings-banner.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';

/** To the transaction's page, which says what is recorded and what was made of it, or to the field to fill in. */
function Subject({ assetName, accountName, date, transactionId, isOfField }: HealthView) {
  const words = [assetName, accountName, ...(date === null ? [] : [dateInSentence(date)])].join(', ');
  if (transactionId === null) return words;
  return <Link to={`/transactions/${isOfField ? 'edit/' : ''}${transactionId}`}>{words}</Link>;
}

/**
 * What is missing or contradictory in the transactions, with a link to the transaction (RULES 10), and what is missing
 * from the income, with a link to where it can be typed (income/RULES.md 4.11).
 */
export function GainsFindings() {
  const { data = [] } = useLive(() => compute().healthFindings(), onComputeChange, []);
  const income = useLive(() => compute().incomeFindings(), onComputeChange, []);
  const missing = income.data ?? [];
  const isUnchecked = income.error !== undefined;
  return (
    <FindingsBanner count={data.length + missing.length + Number(isUnchecked)}>
      {data.map((finding, index) => (
        <li key={index}>
          <Subject {...finding} />: {finding.text}
        </li>
      ))}
      {isUnchecked && <li>Excess reportable income could not be checked. Open this screen again to check it.</li>}
      {missing.map((finding) => (
        <li key={incomeFindingPath(finding)}>
          <Link to={incomeFindingPath(finding)}>{incomeFindingSubject(finding)}</Link>: {finding.text}
        </li>
      ))}
    </FindingsBanner>
  );
}
