import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUnlisted } from '../../../domain/records/asset.ts';
import type { AssetHit } from '../../../domain/lists/asset-search.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askAssetUses, mergeAsset } from '../../sync/ask/admin-calls.ts';
import { answerText, type ServerAnswer } from '../../sync/ask/ask-server.ts';
import { isOfGateway } from '../../sync/network/http.ts';
import { runningSync } from '../../sync/engine/current-sync.ts';
import { AssetField } from '../../ui/forms/asset-field.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmDialog, type ConfirmData } from '../../ui/messages/confirm-dialog.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { FormActions, Section } from '../../ui/layout/page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';

type Uses = Awaited<ReturnType<typeof askAssetUses>> extends ServerAnswer<infer T> ? T : never;

function usesText({ transactionCount, userCount }: Uses): string {
  const transactions = transactionCount === 1 ? '1 transaction' : `${formatCount(transactionCount)} transactions`;
  return `${transactions} of ${userCount === 1 ? '1 person' : `${formatCount(userCount)} people`}`;
}

function question(asset: Asset, into: AssetHit, uses: Uses): ConfirmData {
  if (uses.transactionCount === 0)
    return {
      title: 'Merge securities',
      message: `No transaction names ${asset.name} (${asset.isin}). It is removed, and ${into.name} (${into.isin}) stays as it is.`,
      warningMessage: 'This cannot be undone.',
    };
  return {
    title: 'Merge securities',
    message: `${usesText(uses)} will name ${into.name} (${into.isin}) instead of ${asset.name} (${asset.isin}), which is then removed. All affected users are notified.`,
    warningMessage: `Holdings and capital gains of ${uses.userCount === 1 ? 'this person' : 'these people'} change. This cannot be undone.`,
  };
}

type Unanswered = Exclude<ServerAnswer<unknown>, { readonly kind: 'answer' }>;

const NOT_ANSWERED =
  'The server did not answer in time. Once it has begun to merge the securities, it completes this by itself: look at the list of securities in a few minutes.';

function notMerged(answer: Unanswered): string {
  return `The securities were not merged: ${answerText(answer)}`;
}

/** Of a request to merge: a server that has begun completes it, whether its reply arrives or not. */
function perhapsMerged(answer: Unanswered): string {
  if (answer.kind === 'offline') return NOT_ANSWERED;
  if (answer.kind !== 'refused' || !isOfGateway(answer.status)) return notMerged(answer);
  // A proxy that waits no longer gives no reason; the server itself says that it goes on.
  return answer.isSilent === true ? NOT_ANSWERED : answerText(answer);
}

/**
 * An unlisted security from an import can be merged into the listed one that it really is. Only our own server can do
 * that, while it is reachable.
 */
export function MergeSecurity({ asset }: { readonly asset: Asset }) {
  const navigate = useNavigate();
  const { data: state } = useStored(() => readSyncState(currentDatabase()), []);
  const [into, setInto] = useState<AssetHit | null>(null);
  const [uses, setUses] = useState<Uses | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (state?.mode !== 'extended' || !isUnlisted(asset)) return null;

  const ask = async <T,>(
    call: (db: HoldfastDatabase) => Promise<ServerAnswer<T>>,
    faultText: (answer: Unanswered) => string,
  ): Promise<T | null> => {
    setBusy(true);
    setFault(null);
    const answer = await call(currentDatabase());
    setBusy(false);
    if (answer.kind === 'answer') return answer.value;
    setUses(null);
    setFault(faultText(answer));
    return null;
  };
  const merge = async () => {
    if (into === null) return;
    const merged = await ask(async (db) => await mergeAsset(db, asset.id, into.isin), perhapsMerged);
    if (merged === null) return;
    const changed = merged.transactionCount === 0 ? '' : `: ${usesText(merged)} changed`;
    showToast({ title: `${asset.name} was merged into ${into.name}${changed}.` });
    void runningSync()?.pull();
    void navigate('/assets');
  };
  return (
    <Section title="Unlisted security">
      <p>
        An import added this security. Complete the form above to list it, or merge it into the listed security that it
        duplicates.
      </p>
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <AssetField
        label="Merge into"
        name={into?.name ?? ''}
        searchAssets={async (text, limit) =>
          (await compute().searchAssets(text, limit)).filter(({ isin }) => isin !== asset.isin)
        }
        onPick={setInto}
      />
      <FormActions>
        <Button
          disabled={into === null}
          loading={busy}
          onClick={() => void ask(async (db) => await askAssetUses(db, asset.id), notMerged).then(setUses)}
        >
          Merge Securities
        </Button>
      </FormActions>
      <ConfirmDialog
        open={uses !== null && into !== null}
        data={uses === null || into === null ? null : question(asset, into, uses)}
        busy={busy}
        variant="danger"
        confirmLabel="Merge"
        busyLabel="Merging..."
        onConfirm={() => void merge()}
        onCancel={() => {
          setUses(null);
        }}
      />
    </Section>
  );
}
