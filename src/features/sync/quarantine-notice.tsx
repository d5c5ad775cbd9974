import { useState } from 'react';
import type { EntityName } from '../../data/entities/entities.ts';
import { recordsInWords } from '../../data/entities/entity-words.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { answerQuarantine } from '../../data/pulled/quarantine.ts';
import type { Quarantine } from '../../data/database/schema.ts';
import { currentSession } from '../../sync/session/session.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx';
import { tellFault } from './tell-fault.ts';

const CAUSES: Readonly<Record<Quarantine['reason'], string>> = {
  vanished: 'The server no longer shows',
  restoredFromBackup: 'The server was restored from a backup and no longer has',
};

/** What all users share, which only administrators may send to the server. */
const SHARED: ReadonlySet<EntityName> = new Set(['asset', 'bankName', 'broker', 'targetAllocation']);

/** Asks about records that vanished from the server in large numbers, before anything is removed. */
export function QuarantineNotice({ quarantine }: { readonly quarantine: Quarantine }) {
  const [asking, setAsking] = useState(false);
  const { entity, ids, reason } = quarantine;
  const mayKeep = !SHARED.has(entity) || currentSession()?.isAdministrator === true;
  const records = recordsInWords(entity, ids);
  const answer = async (choice: 'keep' | 'remove') => {
    setAsking(false);
    tellFault(await answerQuarantine(currentDatabase(), entity, choice));
  };
  return (
    <>
      <Banner
        tone="warning"
        actions={
          <>
            {mayKeep && (
              <Button size="small" onClick={() => void answer('keep')}>
                Keep and send again
              </Button>
            )}
            <Button size="small" onClick={() => setAsking(true)}>
              Remove from this device
            </Button>
          </>
        }
      >
        {CAUSES[reason]} {records} that this device has. Nothing was removed here.
        {!mayKeep && ' An administrator can add the missing records again; until then, changes that use them wait.'}
      </Banner>
      <ConfirmDialog
        open={asking}
        data={{
          title: 'Remove records',
          message: `Remove ${records} from this device?`,
          warningMessage: 'This action cannot be undone.',
        }}
        confirmLabel="Remove"
        onConfirm={() => void answer('remove')}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
