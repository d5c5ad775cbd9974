/** Findings about rows that earlier versions of the import may have read wrongly. */
import type { HealthNames, HealthView } from '../../domain/cgt/matching/data-health.ts';
import {
  considerationWithoutCharges,
  guessedNameText,
  mayHaveGuessedNames,
} from '../../domain/csv/import/earlier-imports.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { listImports } from '../../src/data/imports/imports.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';

/** Findings on stored transactions, each linked to the one to review. */
export async function earlierImportFindings(
  db: HoldfastDatabase,
  transactions: readonly Transaction[],
  names: HealthNames,
): Promise<readonly HealthView[]> {
  const viewOf = (row: Transaction, text: string): HealthView => ({
    accountName: names.accounts.get(row.accountId)?.name ?? '',
    assetName: names.assets.get(row.isin)?.name ?? row.isin,
    isin: row.isin,
    transactionId: row.id,
    date: row.transactionDate,
    text,
    serious: false,
    isOfField: false,
  });
  const charged = transactions.flatMap((row) => {
    const product = considerationWithoutCharges(row);
    return product === null
      ? []
      : [
          viewOf(
            row,
            `The consideration includes the charges, which may be counted twice. Quantity x price is £${product}.`,
          ),
        ];
  });
  const doubtful = (await listImports(db)).filter(mayHaveGuessedNames);
  if (doubtful.length === 0) return charged;
  const byId = new Map(transactions.map((row) => [row.id, row]));
  const named: HealthView[] = [];
  for (const record of doubtful) {
    const chunks = await db.importChunks
      .where('[importId+index]')
      .between([record.id, 0], [record.id, Infinity])
      .toArray();
    const byIsin = new Map<string, Transaction[]>();
    for (const id of chunks.flatMap(({ ids }) => ids)) {
      const row = byId.get(id);
      if (row !== undefined && row.isin !== '') byIsin.set(row.isin, [...(byIsin.get(row.isin) ?? []), row]);
    }
    for (const [first, ...others] of byIsin.values())
      if (first !== undefined) named.push(viewOf(first, guessedNameText(record, others.length + 1)));
  }
  return [...charged, ...named];
}
