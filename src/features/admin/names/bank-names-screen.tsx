import { useSearchParams } from 'react-router-dom';
import { listBankNames, setBankNameActive } from '../../../data/records/bank-names.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { listSavingsAccounts } from '../../../data/records/savings-accounts.ts';
import { saveRecord } from '../../../data/records/records.ts';
import { askBankNames } from '../../../sync/ask/admin-calls.ts';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import { ReferenceNamesScreen } from './reference-names-screen.tsx';
import { BANK_NAME_TEXTS } from './reference-texts.ts';
import { useReferenceNames } from './use-reference-names.ts';
import { removeRecords } from '../../../data/outbox/removals.ts';

/** How many of the items have each key. */
function countBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** The bank names that savings accounts choose from (002 §2); `search` in the address searches among them. */
export function BankNamesScreen() {
  const [query] = useSearchParams();
  const search = query.get('search') ?? '';
  const local = useStored(() => listBankNames(currentDatabase()), []);
  const uses = useStored(
    async () => countBy(await listSavingsAccounts(currentDatabase()), ({ bankNameId }) => bankNameId),
    [],
  );
  const names = useReferenceNames('bank-names', local, uses.data ?? NONE, askBankNames);
  return (
    <ReferenceNamesScreen
      key={search}
      search={search}
      texts={BANK_NAME_TEXTS}
      {...names}
      onSave={async (fields) => await saveRecord(currentDatabase(), 'bankName', fields)}
      onSwitch={async (id, isActive) => await setBankNameActive(currentDatabase(), id, isActive)}
      onRemove={async (id) => await removeRecords(currentDatabase(), 'bankName', [id])}
    />
  );
}

const NONE: ReadonlyMap<string, number> = new Map();
