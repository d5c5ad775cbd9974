import { useState } from 'react';
import { askProfile } from '../../../sync/ask/own-access.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { Banner } from '../../../ui/messages/banner.tsx';
import { AnsweredPart } from '../shared/answered-part.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useOwnAccess } from './own-access-settings.tsx';
import styles from '../shared/settings.module.css';
import { useAnswer } from '../shared/use-answer.ts';

/** Deleting the account on the server. */
export function DeleteAccountSection() {
  return useOwnAccess() === true ? <DeleteAccount /> : null;
}

function DeleteAccount() {
  const profile = useAnswer(askProfile);
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Delete my account on this server">
      <p className={styles.text}>
        Deletes your records, receipts, settings and sessions from the server for good. Backups that the person who runs
        the server made earlier still contain them. You can keep your records on this device.
      </p>
      <AnsweredPart
        answered={profile}
        failedText="Your account could not be looked up."
        offlineText="You can delete your account when you are connected."
      >
        {(value) =>
          value.isNeeded ? (
            <Banner tone="info">
              You are the only administrator of this server, and others use it. Make another user an administrator
              before you delete your account.
            </Banner>
          ) : (
            <div className={styles.buttons}>
              <Button variant="danger" disabled={profile.isLost} onClick={() => setAsking(true)}>
                Delete my account
              </Button>
            </div>
          )
        }
      </AnsweredPart>
      {isAsking && profile.value !== undefined && (
        <DeleteAccountDialog profile={profile.value} onClose={() => setAsking(false)} />
      )}
    </Section>
  );
}
