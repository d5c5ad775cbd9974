import { usesInWords, type Use } from '../../data/entities/entity-words.ts';
import { useState } from 'react';
import type { Account } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { removeRecords } from '../../data/outbox/removals.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { showToast } from '../../ui/messages/toast.tsx';

/** Why an account that records refer to cannot be deleted. */
function inUseMessage(uses: readonly Use[]): string {
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  return `This account has ${usesInWords(uses)} and cannot be deleted. Delete or move ${count === 1 ? 'it' : 'them'} first.`;
}

/** What is asked before an account is deleted. */
export interface AskedDeletion {
  readonly account: Account;
  readonly busy: boolean;
  /** Why it cannot be deleted, once that is known. */
  readonly refusal: string | null;
}

export interface AccountDeletion {
  /** Null while nothing is asked. */
  readonly asked: AskedDeletion | null;
  readonly ask: (account: Account) => void;
  readonly cancel: () => void;
  readonly confirm: () => void;
}

/** Deletes an account after a question. `onFailure` is told why it was not deleted, and null when it begins. */
export function useAccountDeletion(onFailure: (failure: string | null) => void): AccountDeletion {
  const [asked, setAsked] = useState<AskedDeletion | null>(null);

  const remove = async (account: Account) => {
    onFailure(null);
    setAsked({ account, busy: true, refusal: null });
    const written = await removeRecords(currentDatabase(), 'account', [account.id]).catch(tellFaultAnd(null));
    if (written?.ok === true) {
      setAsked(null);
      // The question said that it cannot be undone (001 §2.10).
      showToast({ title: '1 account deleted.' });
    } else if (written?.fault.code === 'inUse')
      setAsked({ account, busy: false, refusal: inUseMessage(written.fault.uses) });
    else {
      setAsked(null);
      onFailure('Failed to delete account. Please try again.');
    }
  };
  return {
    asked,
    ask: (account) => {
      setAsked({ account, busy: false, refusal: null });
    },
    cancel: () => {
      setAsked(null);
    },
    confirm: () => {
      if (asked !== null) void remove(asked.account);
    },
  };
}
