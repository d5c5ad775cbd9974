import { useState } from 'react';
import { databaseName } from '../../data/database/database-name.ts';
import { rescueDatabase } from '../../data/device/rescue.ts';
import { currentSession } from '../../sync/session/session.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';

/** The user's records cannot be opened: says why, and lets them be saved to a file as they are, with unsent changes. */
export function StorageTrouble({ message }: { readonly message: string }) {
  const [failed, setFailed] = useState(false);
  const save = async () => {
    try {
      const name = await databaseName(currentSession() ?? { apiBase: '', userId: '' });
      saveFile({
        fileName: 'holdfast-rescue.json',
        blob: new Blob([await rescueDatabase(name)], { type: 'application/json' }),
      });
      setFailed(false);
    } catch (error) {
      tellFault(error);
      setFailed(true);
    }
  };
  return (
    <Page width="form">
      <PageHeader title="Your records on this device cannot be opened" />
      <Banner tone="error">{message}</Banner>
      <p>
        Nothing was changed. Reloading often helps, as does closing the other tabs of Holdfast. Private windows and
        browsers that block site data give an app no storage; Holdfast cannot keep your records there.
      </p>
      {failed && <Banner tone="error">The records could not be exported either.</Banner>}
      <div>
        <Button
          variant="primary"
          onClick={() => {
            location.reload();
          }}
        >
          Reload
        </Button>{' '}
        <Button onClick={() => void save()}>Save the records on this device</Button>
      </div>
    </Page>
  );
}
