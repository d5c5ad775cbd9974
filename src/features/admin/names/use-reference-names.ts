import { currentDatabase } from '../../../data/database/database.ts';
import { pendingAmong } from '../../../data/outbox/outbox.ts';
import type { HoldfastDatabase } from '../../../data/database/schema.ts';
import type { ServerAnswer } from '../../../sync/ask/ask-server.ts';
import type { Live } from '../../../ui/hooks/use-live.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import type { ReferenceName } from './reference-name.ts';
import { useServerAnswer } from '../shared/use-server-answer.ts';

interface Counted {
  readonly id: string;
  readonly usageCount?: number | undefined;
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly isActive?: boolean | undefined;
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

export interface ReferenceNames {
  readonly names: readonly ReferenceName[] | undefined;
  readonly failed: boolean;
  /** Asks the server for its counts again. */
  readonly reload: () => void;
  readonly usageNow: (id: string) => Promise<number | null>;
}

/**
 * The names on this device with how often all users' records name them: the server's count, never less than the device's own.
 *
 * @param kept under which the server's answer is kept
 * @param localUses records of this device by the id of the name that they carry
 */
export function useReferenceNames(
  kept: string,
  local: Live<readonly Named[]>,
  localUses: ReadonlyMap<string, number>,
  ask: (db: HoldfastDatabase) => Promise<ServerAnswer<readonly Counted[]>>,
): ReferenceNames {
  const counted = useServerAnswer(kept, ask);
  const ids = (local.data ?? []).map(({ id }) => id);
  const pending = useStored(() => pendingAmong(currentDatabase(), ids), ids);
  const usageOf = (id: string, counts: readonly Counted[] | undefined): number | null => {
    const here = localUses.get(id) ?? 0;
    const there = counts?.find((entry) => entry.id === id)?.usageCount;
    if (there !== undefined) return Math.max(here, there);
    // The server was asked and does not know it: it was created here and has not been sent.
    return counts === undefined && here === 0 ? null : here;
  };
  return {
    names: local.data?.map(({ id, name, isActive, createdAt, updatedAt }) => ({
      id,
      name,
      isActive: isActive ?? true,
      createdAt,
      updatedAt,
      usageCount: usageOf(id, counted.data),
      pending: pending.data?.has(id) === true,
    })),
    failed: local.error !== undefined,
    reload: counted.refresh,
    usageNow: async (id) => {
      const answer = await ask(currentDatabase());
      return usageOf(id, answer.kind === 'answer' ? answer.value : counted.data);
    },
  };
}
