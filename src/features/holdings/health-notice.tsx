import { ButtonLink } from '../../ui/controls/button.tsx';
import { FindingsBanner } from '../../ui/messages/findings-banner.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { findingsOf, type HoldingFinding } from './holding-health.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';

export interface HealthNoticeProps {
  /** All holdings, whatever the filters show. */
  readonly holdings: readonly HoldingView[];
  /** Leads to the holding's row. */
  readonly onShow: (finding: HoldingFinding) => void;
}

/** What makes figures of this page incomplete, each leading to its row. */
export function HealthNotice({ holdings, onShow }: HealthNoticeProps) {
  const findings = findingsOf(holdings);
  const unpriced = findings.some(({ holding }) => holding.missing?.what === 'price');
  return (
    <FindingsBanner
      count={findings.length}
      actions={
        unpriced ? (
          <ButtonLink to="/holdings/prices" size="small">
            Add prices
          </ButtonLink>
        ) : undefined
      }
    >
      {findings.map((finding) => (
        <li key={`${finding.key} ${finding.text}`}>
          <TextButton
            onClick={() => {
              onShow(finding);
            }}
          >
            {finding.isOfSecurity
              ? finding.holding.assetName
              : `${finding.holding.assetName}, ${finding.holding.accountName}, ${finding.holding.taxWrapper}`}
          </TextButton>
          : {finding.text}.
        </li>
      ))}
    </FindingsBanner>
  );
}
