import { ButtonLink } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { useServerPresence } from '../../ui/server-presence.ts';
import { SyncSummary } from './sync-summary.tsx';

/** How sync stands, among the settings. */
export function SyncSettings() {
  const { hasServer } = useServerPresence();
  return (
    <Section
      title={hasServer ? 'Sync' : 'This Device Only'}
      aside={
        <ButtonLink to="/sync" size="small">
          {hasServer ? 'Open Sync' : 'Read More'}
        </ButtonLink>
      }
    >
      <SyncSummary />
    </Section>
  );
}
