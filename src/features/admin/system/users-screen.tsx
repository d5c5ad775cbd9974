import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { askUsers, type Invitation, inviteUser, setUserAccess, type UserList } from '../../../sync/ask/admin-calls.ts';
import { serverReach } from '../../../sync/engine/server-reach.ts';
import { currentSession } from '../../../sync/session/session.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import type { Column } from '../../../ui/lists/data-table-types.ts';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import { StatusBadge } from '../../../ui/messages/status-badge.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { TruncatedText } from '../../../ui/controls/truncated-text.tsx';
import { useOfflineReason } from '../../../ui/app-state/use-offline-reason.ts';
import { adminInstant } from '../shared/admin-text.ts';
import styles from '../shared/admin.module.css';
import { ServerPart } from '../shared/server-part.tsx';
import { useServerAction } from '../shared/use-server-action.ts';
import { useServerAnswer } from '../shared/use-server-answer.ts';

type User = UserList['users'][number];

const COLUMNS: readonly Column<User>[] = [
  {
    key: 'email',
    header: 'Email',
    grow: true,
    rowHeader: true,
    card: 'title',
    cell: ({ email }) => <TruncatedText text={email} />,
  },
  {
    key: 'name',
    header: 'Name',
    width: '180px',
    truncates: true,
    cell: (user) => <TruncatedText text={nameOf(user)} />,
  },
  { key: 'role', header: 'Role', cell: ({ isAdmin }) => (isAdmin ? 'Administrator' : 'User') },
  {
    key: 'lastVisitAt',
    header: 'Last Visit',
    cardLabel: true,
    cell: ({ lastVisitAt }) => (lastVisitAt === null ? 'Never' : adminInstant(lastVisitAt)),
  },
  {
    key: 'isDisabled',
    header: 'Status',
    card: 'value',
    cell: ({ isDisabled }) => (
      <StatusBadge tone={isDisabled ? 'quiet' : 'good'}>{isDisabled ? 'Disabled' : 'Active'}</StatusBadge>
    ),
  },
];

/** What the server's setting `REGISTRATION` means for who wants to join. */
const REGISTRATION: Readonly<Record<UserList['registration'], string>> = {
  local: 'Anyone at a browser on the server itself may register; everybody else needs an invitation.',
  open: 'Anyone who can reach this server may register.',
  invite: 'Only people with an invitation may register.',
  closed: 'Nobody may register, not even with an invitation.',
};

function nameOf({ firstName, surname }: User): string {
  return `${firstName} ${surname}`.trim();
}

/** Everyone who uses the server, invitations, and who may register. */
export function UsersScreen() {
  const list = useServerAnswer('users', askUsers);
  const access = useServerAction(setUserAccess);
  const [asked, setAsked] = useState<User | null>(null);
  const unreachable = useOfflineReason(serverReach);
  const change = async (user: User, isDisabled: boolean) => {
    const changed = await access.run(user.id, isDisabled);
    setAsked(null);
    if (changed === null) return;
    showToast({ title: `${user.email} ${isDisabled ? 'was disabled and signed out' : 'may sign in again'}.` });
    list.refresh();
  };
  const actions = (user: User) =>
    user.id !== currentSession()?.userId && (
      <Button
        size="small"
        disabled={unreachable !== null || access.busy}
        title={unreachable ?? undefined}
        onClick={() => {
          if (user.isDisabled) void change(user, false);
          else setAsked(user);
        }}
      >
        {user.isDisabled ? 'Enable' : 'Disable'}
      </Button>
    );
  return (
    <Page>
      <PageHeader
        title="Users"
        actions={
          <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={list.asking} onClick={list.refresh}>
            Refresh
          </Button>
        }
      />
      {access.failure !== null && <Banner tone="error">The access could not be changed: {access.failure}</Banner>}
      <ServerPart
        view={list}
        failureText={(message) => `The users could not be listed: ${message}`}
        loadingText="Loading users..."
      >
        {({ users, registration }) => (
          <>
            <DataTable
              caption="Users"
              columns={COLUMNS}
              rows={users}
              rowKey={({ id }) => id}
              rowLabel={({ email }) => email}
              rowActions={actions}
              cardsBelow="medium"
            />
            <Section title="Who may register">
              <p>{REGISTRATION[registration]} The person who runs the server sets this with REGISTRATION.</p>
              {registration !== 'closed' && <Invite unreachable={unreachable} />}
            </Section>
          </>
        )}
      </ServerPart>
      <ConfirmDialog
        open={asked !== null}
        data={{
          title: 'Disable user',
          message: `${asked?.email ?? ''} is signed out on every device and cannot sign in until you enable the account.`,
          warningMessage: 'None of their records are deleted.',
        }}
        variant="danger"
        confirmLabel="Disable"
        busy={access.busy}
        onConfirm={() => {
          if (asked !== null) void change(asked, true);
        }}
        onCancel={() => {
          setAsked(null);
        }}
      />
    </Page>
  );
}

/** Creates a link and shows it once: the server keeps only its hash. */
function Invite({ unreachable }: { readonly unreachable: string | null }) {
  const invite = useServerAction<Invitation>(inviteUser);
  return (
    <>
      {invite.failure !== null && <Banner tone="error">The invitation could not be created: {invite.failure}</Banner>}
      {invite.result !== null && (
        <TextField
          label="Invitation"
          readOnly
          width="full"
          value={invite.result.link}
          hint={`Give this link to one person. It works once, until ${adminInstant(invite.result.expiresAt)}.`}
          onFocus={({ target }) => {
            target.select();
          }}
        />
      )}
      <div className={styles.buttons}>
        <Button
          loading={invite.busy}
          disabled={unreachable !== null}
          title={unreachable ?? undefined}
          onClick={() => void invite.run()}
        >
          {invite.result === null ? 'Invite someone' : 'Invite someone else'}
        </Button>
      </div>
    </>
  );
}
