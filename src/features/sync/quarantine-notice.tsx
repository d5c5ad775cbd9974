import { useState } from 'react';
import { entityNoun } from '../../data/entity-words.ts';
import { currentDatabase } from '../../data/database.ts';
import { answerQuarantine } from '../../data/quarantine.ts';
import type { Quarantine } from '../../data/schema.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { tellFault } from './tell-fault.ts';

const CAUSES: Readonly<Record<Quarantine['reason'], string>> = {
  vanished: 'The server no longer shows',
  restored: 'The server was set back to a backup and lacks',
};

/** Records that vanished from the server in such numbers that nothing is removed without asking. */
export function QuarantineNotice({ quarantine }: { readonly quarantine: Quarantine }) {
  const [asking, setAsking] = useState(false);
  const { entity, ids, reason } = quarantine;
  const records = `${formatCount(ids.length)} ${entityNoun(entity, ids.length)}`;
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
            <Button size="small" onClick={() => void answer('keep')}>
              Keep and Send Again
            </Button>
            <Button size="small" onClick={() => setAsking(true)}>
              Remove From This Device
            </Button>
          </>
        }
      >
        {CAUSES[reason]} {records} that this device has. Nothing was removed here.
      </Banner>
      <ConfirmDialog
        open={asking}
        data={{ title: 'Remove Records', message: `Remove ${records} from this device?`, warningMessage: 'This action cannot be undone.' }}
        confirmLabel="Remove"
        onConfirm={() => void answer('remove')}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
