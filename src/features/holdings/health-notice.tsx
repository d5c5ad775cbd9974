import { Banner } from '../../ui/banner.tsx';
import { formatCount } from '../../ui/format.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { findingsOf, type HoldingFinding } from './holding-health.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import styles from './holdings.module.css';

export interface HealthNoticeProps {
  /** All holdings, whatever the filters show. */
  readonly holdings: readonly HoldingView[];
  /** Leads to the holding's row. */
  readonly onShow: (finding: HoldingFinding) => void;
}

/** What makes figures of this page incomplete, each leading to its row. */
export function HealthNotice({ holdings, onShow }: HealthNoticeProps) {
  const findings = findingsOf(holdings);
  if (findings.length === 0) return null;
  return (
    <Banner tone="warning">
      <details>
        <summary>{findings.length === 1 ? '1 thing needs' : `${formatCount(findings.length)} things need`} attention in your data</summary>
        <ul className={styles.findings}>
          {findings.map((finding) => (
            <li key={`${finding.key} ${finding.text}`}>
              <TextButton onClick={() => { onShow(finding); }}>{finding.holding.assetName}, {finding.holding.accountName}, {finding.holding.taxWrapper}</TextButton>: {finding.text}.
            </li>
          ))}
        </ul>
      </details>
    </Banner>
  );
}
