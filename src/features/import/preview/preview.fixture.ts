/** Made-up previews for the tests of this folder. */
import type { NewAccount } from '../../../../domain/csv/row-figures/preview.ts';
import type { TransactionPreview } from '../../../../workers/api/worker-api.ts';

interface PreviewFixture {
  readonly valid?: readonly number[];
  readonly duplicate?: readonly number[];
  readonly question?: readonly number[];
  readonly cancelled?: readonly number[];
  readonly error?: readonly number[];
  readonly questions?: TransactionPreview['questions'];
  readonly newAccounts?: readonly NewAccount[];
  readonly unknownBrokers?: TransactionPreview['unknownBrokers'];
}

export function previewOf({
  valid = [],
  duplicate = [],
  question = [],
  cancelled = [],
  error = [],
  questions = [],
  newAccounts = [],
  unknownBrokers = [],
}: PreviewFixture): TransactionPreview {
  return {
    ok: true,
    kind: 'transactions',
    previewId: 'preview-1',
    fileName: 'trades.csv',
    profileName: 'Generic CSV',
    columns: [],
    isBrokerFile: false,
    datesAmbiguous: false,
    balance: null,
    skipped: [],
    newAccounts,
    unknownBrokers,
    unlistedAssets: [],
    questions,
    questionCount: question.length,
    chargeSplits: 0,
    notices: [],
    summary: {
      totalRows: valid.length + duplicate.length + question.length + cancelled.length + error.length,
      validCount: valid.length,
      duplicateCount: duplicate.length,
      errorCount: error.length,
      skippedRows: 0,
    },
    rowNumbers: { valid, duplicate, question, cancelled, error },
    heldRows: [],
    columnsChosen: false,
    revision: 0,
  };
}
