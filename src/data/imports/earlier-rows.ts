/** What the imports of this device have read, for the next file. */
import type { EarlierRow, EarlierRows } from '../../../domain/csv/stored/earlier-rows.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import { readCurrentIds } from '../outbox/outbox.ts';
import type { ImportRecord } from '../database/import-record.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/**
 * The rows of all imports by what their files stated. Imports of older versions did not keep it, and those of other
 * devices are not known here.
 */
export async function earlierRows(db: HoldfastDatabase): Promise<EarlierRows> {
  const rows = new Map<number, EarlierRow[]>();
  const currentId = await readCurrentIds(db);
  const imports = new Map(
    (await db.imports.toArray()).flatMap((record) =>
      record.state === 'writing' ? [] : [[record.id, factsOf(record)] as const],
    ),
  );
  for (const { importId, ids, imported } of await db.importChunks.toArray()) {
    const facts = imports.get(importId);
    if (facts === undefined || imported?.statements === undefined) continue;
    const { statements } = imported;
    const [accountIds, brokerIds] = [imported.accountIds?.map(currentId), imported.brokerIds?.map(currentId)];
    (imported.ids ?? ids).forEach((id, at) => {
      const statement = statements[at];
      const [accountId, brokerId] = [accountIds?.[at] ?? accountIds?.[0], brokerIds?.[at] ?? brokerIds?.[0]];
      if (statement === undefined || accountId === undefined || brokerId === undefined) return;
      const [trade, reference] = statement;
      const row = { id: currentId(id), reference, accountId, brokerId, ...facts };
      const alike = rows.get(trade);
      if (alike === undefined) rows.set(trade, [row]);
      else alike.push(row);
    });
  }
  return rows;
}

function factsOf({ createdAt, state }: ImportRecord): Pick<EarlierRow, 'importedOn' | 'isUndone'> {
  return { importedOn: londonDate(Date.parse(createdAt)), isUndone: state === 'undone' };
}
