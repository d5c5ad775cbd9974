import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentDatabase } from '../../data/database/database.ts';
import { listMergedSecurities } from '../../data/records/merged-securities.ts';
import { showToast } from '../../ui/messages/toast.tsx';
import { useStored } from '../../ui/hooks/use-stored.ts';

/** Says that an administrator has merged securities of the user, until that was read on the sync page or closed here. */
export function useMergedNotice(): void {
  const navigate = useNavigate();
  const { data } = useStored(async () => (await listMergedSecurities(currentDatabase())).length, []);
  const count = data ?? 0;
  const open = useEffectEvent(() => void navigate('/sync'));
  useEffect(() => {
    if (count === 0) return undefined;
    return showToast({
      title: count === 1 ? 'A security was merged' : `${count} securities were merged`,
      description: 'An administrator changed the security in some of your transactions.',
      timeoutMs: 0,
      action: { label: 'Show', onClick: open },
    });
  }, [count]);
}
