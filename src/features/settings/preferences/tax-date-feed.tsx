import { Copy } from 'lucide-react';
import { useState } from 'react';
import { currentDatabase } from '../../../data/database/database.ts';
import { readSyncState } from '../../../data/database/meta.ts';
import { answerText, mapAnswer, type ServerAnswer } from '../../../sync/ask/ask-server.ts';
import { askFeed, FEED_FEATURE, renewFeed, revokeFeed, type TaxDateFeed } from '../../../sync/ask/tax-date-feed.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { ConfirmDialog, type ConfirmData } from '../../../ui/messages/confirm-dialog.tsx';
import { copyText } from '../../../ui/messages/copy-text.ts';
import { formatInstant } from '../../../ui/texts/date-text.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Section } from '../../../ui/layout/page.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { AnsweredPart } from '../shared/answered-part.tsx';
import styles from '../shared/settings.module.css';
import { useAnswer } from '../shared/use-answer.ts';

/** A secret address at which calendar programs read the tax dates; nothing where the server has no such calls. */
export function TaxDateFeedSettings() {
  const { data: state } = useStored(() => readSyncState(currentDatabase()), []);
  if (state?.features.includes(FEED_FEATURE) !== true) return null;
  return (
    <Section title="Calendar of tax dates">
      <p className={styles.text}>
        Calendar programs can read your tax dates at a secret address of your server, and stay up to date. The calendar
        has no amounts. Anyone with the address can read it, and nothing else.
      </p>
      <Feed />
    </Section>
  );
}

type Asked = 'renew' | 'revoke';

const QUESTIONS: Readonly<Record<Asked, ConfirmData>> = {
  renew: {
    title: 'Renew the address',
    message: 'The calendar gets a new address. Calendar programs that read the present one stop getting your dates.',
  },
  revoke: {
    title: 'Revoke the address',
    message: 'The calendar can no longer be read anywhere. You can make a new address later.',
  },
};

const LABELS = {
  renew: { confirm: 'Renew', busy: 'Renewing...' },
  revoke: { confirm: 'Revoke', busy: 'Revoking...' },
} as const;

function Feed() {
  const answered = useAnswer(askFeed);
  return (
    <AnsweredPart
      answered={answered}
      failedText="The address could not be loaded."
      offlineText="The server keeps this address: you can make, renew or revoke it when you are connected."
    >
      {(feed) => <KnownFeed feed={feed} lost={answered.isLost} onChanged={answered.set} />}
    </AnsweredPart>
  );
}

interface KnownFeedProps {
  /** Null where there is no address. */
  readonly feed: TaxDateFeed | null;
  readonly lost: boolean;
  readonly onChanged: (feed: TaxDateFeed | null) => void;
}

function KnownFeed({ feed, lost, onChanged }: KnownFeedProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  const withNames = chosen ?? feed?.withNames ?? false;
  const perform = async <T,>(call: () => Promise<ServerAnswer<T>>, failed: string): Promise<T | null> => {
    setBusy(true);
    setFault(null);
    const answer = await call();
    setBusy(false);
    setAsked(null);
    if (answer.kind !== 'answer') setFault(`${failed} ${answerText(answer)}`);
    return answer.kind === 'answer' ? answer.value : null;
  };
  const renew = async () => {
    const made = await perform(
      () => renewFeed(currentDatabase(), withNames),
      // If only the reply was lost, the server has created one all the same.
      feed === null
        ? 'No address was received.'
        : 'No new address was received, and the present address may no longer work.',
    );
    if (made === null) return;
    onChanged(made.feed);
    setAddress(made.address);
    setChosen(null);
  };
  const revoke = async () => {
    const done = await perform(
      async () => mapAnswer(await revokeFeed(currentDatabase()), () => true),
      'The address was not revoked.',
    );
    if (done === null) return;
    onChanged(null);
    setAddress(null);
    setChosen(null);
    showToast({ title: 'The address was revoked.' });
  };

  return (
    <>
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      {feed !== null && (
        <Facts
          facts={[
            ['Address made', formatInstant(feed.createdAt)],
            ['Names', feed.withNames ? 'In the calendar' : 'Not in the calendar'],
          ]}
        />
      )}
      {address !== null && <NewAddress address={address} />}
      <Checkbox
        label="Include names of account holders, securities and savings accounts"
        checked={withNames}
        disabled={lost}
        onCheckedChange={setChosen}
      />
      {feed !== null && withNames !== feed.withNames && (
        <p className={styles.muted}>This applies to the next address: renew it.</p>
      )}
      <div className={styles.buttons}>
        {feed === null ? (
          <Button loading={busy} disabled={lost} onClick={() => void renew()}>
            Make an address
          </Button>
        ) : (
          <>
            <Button disabled={lost || busy} onClick={() => setAsked('renew')}>
              Renew the address
            </Button>
            <Button variant="danger" disabled={lost || busy} onClick={() => setAsked('revoke')}>
              Revoke the address
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        data={QUESTIONS[asked ?? 'renew']}
        variant={asked === 'revoke' ? 'danger' : 'primary'}
        confirmLabel={LABELS[asked ?? 'renew'].confirm}
        busyLabel={LABELS[asked ?? 'renew'].busy}
        busy={busy}
        onConfirm={() => void (asked === 'revoke' ? revoke() : renew())}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

function NewAddress({ address }: { readonly address: string }) {
  return (
    <>
      <TextField
        label="Address of the calendar"
        readOnly
        width="full"
        value={address}
        hint="Shown only this once: enter it in your calendar program as a subscription."
        onFocus={({ target }) => {
          target.select();
        }}
      />
      <div className={styles.buttons}>
        <Button icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copyText(address)}>
          Copy address
        </Button>
      </div>
    </>
  );
}
