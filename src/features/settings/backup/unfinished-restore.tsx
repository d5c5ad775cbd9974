import { currentDatabase } from '../../../data/database/database.ts';
import { noteRestore, readUnfinishedRestore } from '../../../data/outbox/backup-state.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { formatInstant } from '../../../ui/texts/date-text.ts';

/** Says above every page that an export is only partly restored, until it is complete or the user keeps the part. */
export function UnfinishedRestore() {
  const { data: createdAt } = useStored(() => readUnfinishedRestore(currentDatabase()), []);
  if (createdAt == null) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <>
          <ButtonLink to="/settings" size="small">
            Open Settings
          </ButtonLink>
          <Button size="small" onClick={() => void noteRestore(currentDatabase(), null)}>
            Keep what is here
          </Button>
        </>
      }
    >
      The export of {formatInstant(createdAt)} is not restored completely: some of its records are missing here, and in
      all figures. Restore the same file again to add them.
    </Banner>
  );
}
