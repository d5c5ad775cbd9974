import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RestoreResult } from '../../../../workers/api/worker-api.ts';
import { compute } from '../../../compute/compute.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import {
  noteDatabase,
  noteRemoval,
  readRecordCopy,
  storeRecordCopy,
  type RecordCopy,
} from '../../../data/device/local-settings.ts';
import { listOutbox } from '../../../data/outbox/outbox.ts';
import { browserLocks } from '../../../sync/network/locks.ts';
import { finishRemoval } from '../../../sync/session/device-data.ts';
import { onceSynced, useSyncStatus } from '../../../sync/engine/current-sync.ts';
import { mayChangeLists } from '../../../sync/session/session.ts';
import { tellFault } from '../../../ui/app-state/app-faults.ts';
import { Banner } from '../../../ui/messages/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import { useServerPresence } from '../../../ui/app-state/server-presence.ts';
import { faultText } from './restore-fault-text.ts';
import styles from '../shared/settings.module.css';

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'copying' }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'done'; readonly result: RestoreResult; readonly isAccountDeleted: boolean };

/** The copy to continue in the open database: not one that comes from it, or goes to another user's. */
function copyHere(hasServer: boolean): (RecordCopy & { readonly to: string }) | null {
  const copy = readRecordCopy();
  if (copy === null || copy.kind !== (hasServer ? 'connect' : 'keep')) return null;
  const { name } = currentDatabase();
  if (copy.from === name || (copy.to !== null && copy.to !== name)) return null;
  return { ...copy, to: name };
}

/** Removes a database that everything was copied from. */
async function removeSource(from: string): Promise<void> {
  storeRecordCopy(null);
  noteRemoval(from, true);
  noteDatabase(from, false);
  await finishRemoval(from);
}

/** When the server has everything, the database of this device alone is not needed any more. */
function removeWhenSent(from: string): () => void {
  let isOver = false;
  const db = currentDatabase();
  const removeIfSent = async (): Promise<void> => {
    if ((await listOutbox(db)).length > 0 || isOver || readRecordCopy()?.isCopied !== true) return;
    isOver = true;
    stop();
    await removeSource(from);
  };
  const look = (): void => {
    const { phase, waiting, attention } = useSyncStatus.getState();
    // The queue itself is asked: what was counted may be older than the copy.
    if (!isOver && phase === 'idle' && waiting + attention === 0) removeIfSent().catch(tellFault);
  };
  const stop = useSyncStatus.subscribe(look);
  look();
  return () => {
    isOver = true;
    stop();
  };
}

/** Continues a copy between this device alone and an account, in either direction, until it is complete. */
export function CopyDialog() {
  const { hasServer } = useServerPresence();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ kind: 'none' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    const copy = copyHere(hasServer);
    if (copy === null) return undefined;
    if (copy.isCopied) return hasServer ? removeWhenSent(copy.from) : undefined;
    let isLeft = false;
    const run = async (): Promise<void> => {
      if (isLeft) return;
      // Another tab was first.
      if (readRecordCopy()?.isCopied !== false) return setState({ kind: 'none' });
      storeRecordCopy(copy);
      setState({ kind: 'copying' });
      const result = await compute().copyRecords(copy.from, { isAdministrator: mayChangeLists() });
      if (isLeft) return;
      if (!result.ok) setState({ kind: 'failed', text: faultText(result) });
      else {
        const isWhole = result.differences.length === 0;
        // What was not copied completely stays where it was.
        storeRecordCopy(isWhole && hasServer ? { ...copy, isCopied: true } : null);
        setState({ kind: 'done', result, isAccountDeleted: copy.isAccountDeleted });
        if (isWhole && copy.isAccountDeleted) removeSource(copy.from).catch(tellFault);
      }
    };
    let stop: () => void = () => undefined;
    const start = async (): Promise<void> => {
      if (hasServer) {
        setState({ kind: 'waiting' });
        await new Promise<void>((resolve) => {
          stop = onceSynced(resolve);
        });
      }
      // Two tabs would add the same twice.
      await browserLocks.request('holdfast-record-copy', {}, run);
    };
    start().catch((error: unknown) => {
      tellFault(error);
      if (!isLeft) setState({ kind: 'failed', text: 'The records could not be copied. Nothing was lost.' });
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [hasServer, round]);

  const giveUp = () => {
    // Without their account nothing else opens the records again: the copy continues at the next visit.
    if (readRecordCopy()?.isAccountDeleted !== true) storeRecordCopy(null);
    setState({ kind: 'none' });
  };
  const busy = state.kind === 'waiting' || state.kind === 'copying';
  return (
    <Dialog
      open={state.kind !== 'none'}
      onClose={state.kind === 'done' ? () => setState({ kind: 'none' }) : giveUp}
      busy={busy}
      size="small"
      title={hasServer ? 'Connect to a server' : 'Keep on this device only'}
      footer={
        state.kind === 'failed' ? (
          <>
            <Button onClick={giveUp}>Leave them where they are</Button>
            <Button variant="primary" onClick={() => setRound(round + 1)}>
              Try again
            </Button>
          </>
        ) : (
          <Button
            variant="primary"
            disabled={busy}
            onClick={() => {
              setState({ kind: 'none' });
              setRound(round + 1);
              // A new account began with the question for its first account holder.
              void navigate('/dashboard');
            }}
          >
            Done
          </Button>
        )
      }
    >
      {state.kind === 'waiting' && <p>Reading the records of your account on the server...</p>}
      {state.kind === 'copying' && <p>Copying your records...</p>}
      {state.kind === 'failed' && <Banner tone="error">{state.text} Your records are still where they were.</Banner>}
      {state.kind === 'done' && <Outcome {...state} hasServer={hasServer} />}
    </Dialog>
  );
}

interface OutcomeProps {
  readonly result: RestoreResult;
  readonly hasServer: boolean;
  readonly isAccountDeleted: boolean;
}

function Outcome({ result, hasServer, isAccountDeleted }: OutcomeProps) {
  if (result.differences.length > 0)
    return (
      <Banner tone="error">
        These do not agree: {result.differences.join(', ')}. Your records are also still where they were.
      </Banner>
    );
  return (
    <div className={styles.stack}>
      <Banner tone="success">Everything was copied: all counts and totals agree.</Banner>
      <p>
        {hasServer
          ? 'Your records are now sent to your server; the header shows how many changes wait. The copy on this device only is removed when the server has all of them.'
          : isAccountDeleted
            ? 'Your account was deleted from the server. Changes that you make now stay on this device.'
            : 'Changes that you make now stay on this device. Your account keeps its copy on the server, which they do not affect.'}
      </p>
      {hasServer && result.typedPrices !== null && (
        <p>Prices that you typed are kept on this device. An administrator can import them for the server.</p>
      )}
    </div>
  );
}
