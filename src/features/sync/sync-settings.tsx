import { ButtonLink } from '../../ui/controls/button.tsx';
import { Section } from '../../ui/layout/page.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { SyncSummary } from './sync-summary.tsx';

/** The state of sync, among the settings. */
export function SyncSettings() {
  const { hasServer } = useServerPresence();
  return (
    <Section
      title={hasServer ? 'Sync' : 'This device only'}
      aside={
        <ButtonLink to="/sync" size="small">
          {hasServer ? 'Open Sync' : 'Read more'}
        </ButtonLink>
      }
    >
      <SyncSummary />
    </Section>
  );
}
