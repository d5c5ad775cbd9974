import { ButtonLink } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { SyncSummary } from './sync-summary.tsx';

/** How sync stands, among the settings. */
export function SyncSettings() {
  return (
    <Section
      title="Sync"
      aside={
        <ButtonLink to="/sync" size="small">
          Open Sync
        </ButtonLink>
      }
    >
      <SyncSummary />
    </Section>
  );
}
