import { useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { answerText, type ServerAnswer } from '../../../sync/ask/ask-server.ts';
import { endOtherSessions, endUserSession, type UserSession } from '../../../sync/ask/own-access.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { instantFormat } from '../../../ui/texts/date-text.ts';
import { AnsweredPart } from '../shared/answered-part.tsx';
import styles from '../shared/settings.module.css';
import type { Answered } from '../shared/use-answer.ts';

const toTheMinute = instantFormat('d MMM yyyy, HH:mm');

function nameOf({ device }: UserSession): string {
  return device ?? 'Unknown device';
}

const COLUMNS: readonly Column<UserSession>[] = [
  { key: 'device', header: 'Device', grow: true, rowHeader: true, card: 'title', cell: nameOf },
  {
    key: 'firstSeenAt',
    header: 'First seen',
    cardLabel: true,
    cell: ({ firstSeenAt }) => toTheMinute(firstSeenAt),
  },
  {
    key: 'lastSeenAt',
    header: 'Last seen',
    cardLabel: true,
    cell: ({ lastSeenAt }) => toTheMinute(lastSeenAt),
  },
];

/** The sessions to end: one, or all but this one. */
type Asked = UserSession | 'others';

/** Where the user is signed in, and how to end it. */
export function SessionsSection({ sessions }: { readonly sessions: Answered<readonly UserSession[]> }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const end = async (what: Asked) => {
    setBusy(true);
    const db = currentDatabase();
    const answer: ServerAnswer<unknown> =
      what === 'others' ? await endOtherSessions(db) : await endUserSession(db, what.id);
    setBusy(false);
    setAsked(null);
    setFault(answer.kind === 'answer' ? null : `The session may not have ended. ${answerText(answer)}`);
    if (answer.kind === 'answer')
      showToast({
        title: what === 'others' ? 'All other sessions were ended.' : `The session on ${nameOf(what)} was ended.`,
      });
    sessions.askAgain();
  };
  return (
    <Section title="Sessions">
      <p className={styles.text}>
        Where you are signed in. A device whose session you end has to sign in again; changes that it has not sent yet
        stay on it.
      </p>
      <AnsweredPart
        answered={sessions}
        failedText="Your sessions could not be listed."
        room={styles.sessionsRoom}
        offlineText="Your sessions are listed when you are connected."
      >
        {(list) => (
          <>
            {fault !== null && <Banner tone="error">{fault}</Banner>}
            <DataTable
              caption="Sessions"
              columns={COLUMNS}
              rows={list}
              rowKey={({ id }) => id}
              rowLabel={nameOf}
              rowActions={(session) =>
                session.isCurrent ? (
                  <StatusBadge tone="good">This device</StatusBadge>
                ) : (
                  <Button
                    size="small"
                    aria-label={`End the session on ${nameOf(session)}, last seen ${toTheMinute(session.lastSeenAt)}`}
                    disabled={sessions.isLost || isBusy}
                    onClick={() => setAsked(session)}
                  >
                    End
                  </Button>
                )
              }
            />
            {list.some(({ isCurrent }) => !isCurrent) && (
              <div className={styles.buttons}>
                <Button disabled={sessions.isLost || isBusy} onClick={() => setAsked('others')}>
                  End all others
                </Button>
              </div>
            )}
          </>
        )}
      </AnsweredPart>
      <ConfirmDialog
        open={asked !== null}
        data={{
          title: asked === 'others' ? 'End all other sessions' : 'End the session',
          message:
            asked === 'others'
              ? 'All your other devices have to sign in again.'
              : `${asked === null ? '' : nameOf(asked)} has to sign in again.`,
        }}
        variant="primary"
        confirmLabel="End"
        busyLabel="Ending..."
        busy={isBusy}
        onConfirm={() => {
          if (asked !== null) void end(asked);
        }}
        onCancel={() => setAsked(null)}
      />
    </Section>
  );
}
