import { askToSignInAgain } from '../features/session/sign-in-again-dialog.tsx';
import { SyncScreen } from '../features/sync/sync-screen.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

/** /sync */
export function SyncPage() {
  return (
    <Page>
      <PageHeader title="Sync" />
      <SyncScreen onSyncNow={askToSignInAgain} />
    </Page>
  );
}
