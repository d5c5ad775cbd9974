/** The rows of a database with the names under which versions up to 9 stored them. */

type Row = Readonly<Record<string, unknown>>;

function renamed(row: Row, names: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]));
}

function entryBefore(entry: Row): Row {
  const error = entry['error'] as Row | null;
  return {
    ...entry,
    epoch: 1,
    error: error?.['code'] === 'restoredFromBackup' ? { ...error, code: 'restored' } : error,
  };
}

function metaBefore({ key, value }: { readonly key: string; readonly value: unknown }): Row {
  if (key === 'sync') {
    const names = { serverEpoch: 'epoch', isRestoredFromBackup: 'restoring', lastPullClaimNumber: 'pulledEpoch' };
    return { key, value: renamed(value as Row, names) };
  }
  if (key === 'sender') {
    return { key, value: renamed(value as Row, { claimNumber: 'epoch' }) };
  }
  if (key === 'notices') {
    const notices = (value as readonly Row[]).map((notice) => renamed(notice, { duplicateId: 'twin' }));
    return { key, value: notices.map((one) => (one['kind'] === 'duplicate' ? { ...one, kind: 'maybeTwice' } : one)) };
  }
  const keys: Readonly<Record<string, string>> = { cashDuplicates: 'cashDoubles', importDuplicates: 'importDoubles' };
  return { key: keys[key] ?? key, value };
}

/** A table of today, as versions up to 9 had it: its name then, and its rows. */
export function tableOfVersion9(name: string, rows: readonly unknown[]): readonly [string, readonly unknown[]] {
  const all = rows as readonly Row[];
  switch (name) {
    case 'outbox':
      return [name, all.map(entryBefore)];
    case 'imports':
      return [name, all.map((row) => renamed(row, { lastWrittenAt: 'touchedAt' }))];
    case 'acknowledgedCreations':
      return ['touched', all.map((row) => renamed(row, { claimNumber: 'epoch', isUnversioned: 'created' }))];
    case 'quarantine':
      return [name, all.map((row) => (row['reason'] === 'restoredFromBackup' ? { ...row, reason: 'restored' } : row))];
    case 'meta':
      return [name, (rows as readonly { readonly key: string; readonly value: unknown }[]).map(metaBefore)];
    default:
      return [name, rows];
  }
}
