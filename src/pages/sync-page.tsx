import { askToSignInAgain } from '../features/session/sign-in-again-dialog.tsx';
import { DeviceOnlyScreen } from '../features/sync/device-only-screen.tsx';
import { SyncScreen } from '../features/sync/sync-screen.tsx';
import { DeviceCopySection } from '../features/settings/access/device-copy-section.tsx';
import { HelpLink } from '../ui/controls/help-link.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';
import { useServerPresence } from '../ui/app-state/server-presence.ts';

/** /sync */
export function SyncPage() {
  if (!useServerPresence().hasServer)
    return (
      <Page width="form">
        <PageHeader title="This device" actions={<HelpLink page="backup">Backup and restore</HelpLink>} />
        <DeviceOnlyScreen />
        <DeviceCopySection />
      </Page>
    );
  return (
    <Page>
      <PageHeader title="Sync" actions={<HelpLink page="sync">Working offline and sync</HelpLink>} />
      <SyncScreen onSyncNow={askToSignInAgain} />
      <DeviceCopySection />
    </Page>
  );
}
