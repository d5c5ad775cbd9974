/** Made-up previews for the tests of this folder. */
import type { NewAccount } from '../../../domain/csv/preview.ts';
import type { ImportPreview } from '../../../workers/import-types.ts';

interface PreviewFixture {
  readonly valid?: readonly number[];
  readonly duplicate?: readonly number[];
  readonly error?: readonly number[];
  readonly newAccounts?: readonly NewAccount[];
  readonly unknownBrokers?: ImportPreview['unknownBrokers'];
}

export function previewOf({
  valid = [],
  duplicate = [],
  error = [],
  newAccounts = [],
  unknownBrokers = [],
}: PreviewFixture): ImportPreview {
  return {
    ok: true,
    previewId: 'preview-1',
    fileName: 'trades.csv',
    profileName: 'Generic CSV',
    columns: [],
    isBrokerFile: false,
    datesAmbiguous: false,
    balance: null,
    newAccounts,
    unknownBrokers,
    unlistedAssets: [],
    unknownSecurities: [],
    rowsWithoutAccount: 0,
    chargeSplits: 0,
    notices: [],
    summary: {
      totalRows: valid.length + duplicate.length + error.length,
      validCount: valid.length,
      duplicateCount: duplicate.length,
      errorCount: error.length,
      skippedRows: 0,
    },
    rowNumbers: { valid, duplicate, error },
    heldRows: [],
    columnsChosen: false,
    revision: 0,
  };
}
