import { useState } from 'react';
import { COLUMN_LABELS, type TransactionField } from '../../../../domain/csv/tables/columns.ts';
import type { PreviewRow } from '../../../../domain/csv/row-figures/preview.ts';
import type { Account, Broker } from '../../../../domain/records/records.ts';
import { compute } from '../../../compute/compute.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { fetchReceiptFiles } from '../../../sync/pull/receipt-files.ts';
import { HelpLink } from '../../../ui/controls/help-link.tsx';
import { showToast } from '../../../ui/messages/toast.tsx';
import { defaultsOf, ImportDefaultFields, type RowDefaults } from './import-default-fields.tsx';
import type { ImportEntity, ImportSource } from '../entity/import-entity.ts';
import { ImportFlow } from '../flow/import-flow.tsx';
import type { EditableCell } from '../entity/row-editor.tsx';
import { ImportHistory } from '../history/import-history.tsx';
import { importNotice } from '../entity/import-report.ts';

/** The cells of a row that can be typed over, whether the file has them or not. */
const CORE: readonly TransactionField[] = [
  'transactionDate',
  'transactionType',
  'isin',
  'quantity',
  'price',
  'consideration',
];
const FURTHER: readonly TransactionField[] = [
  'sedol',
  'ticker',
  'assetName',
  'account',
  'broker',
  'taxWrapper',
  'nativePrice',
  'localPrice',
  'currency',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'brokerDealReference',
  'relatedIsin',
];

function editableCells({ source, errors }: PreviewRow): readonly EditableCell[] {
  const errorOf = (field: TransactionField) => errors.find((error) => error.field === field)?.message;
  const shown = [...CORE, ...FURTHER.filter((field) => (source[field] ?? '') !== '' || errorOf(field) !== undefined)];
  return shown.map((field) => ({
    field,
    label: COLUMN_LABELS[field],
    text: source[field] ?? '',
    error: errorOf(field),
  }));
}

/** The preview columns of 000 §2.11. */
const TRANSACTIONS: ImportEntity<PreviewRow> = {
  singular: 'transaction',
  plural: 'transactions',
  columns: [
    {
      header: 'Date',
      kind: 'date',
      value: ({ transaction }) => transaction.transactionDate,
      track: '88px',
      place: 'meta',
    },
    {
      header: 'Type',
      kind: 'text',
      value: ({ transaction }) => transaction.transactionTypeLabel,
      track: 'minmax(120px, 1fr)',
      place: 'meta',
    },
    { header: 'ISIN', kind: 'code', value: ({ transaction }) => transaction.isin, track: '104px', place: 'meta' },
    {
      header: 'Asset',
      kind: 'text',
      value: ({ transaction }) => transaction.assetName,
      track: 'minmax(140px, 3fr)',
      place: 'title',
    },
    {
      header: 'Quantity',
      kind: 'number',
      value: ({ transaction }) => transaction.quantity,
      track: 'minmax(72px, 1fr)',
      place: 'meta',
    },
    {
      header: 'Amount',
      kind: 'currency',
      value: ({ transaction }) => transaction.consideration,
      currency: ({ transaction }) => transaction.considerationCurrency,
      track: '112px',
      place: 'figure',
    },
    {
      header: 'Account',
      kind: 'text',
      value: ({ transaction }) => transaction.accountName,
      track: 'minmax(90px, 1fr)',
      place: 'meta',
    },
  ],
  cells: editableCells,
};

/** Files are read, checked and written by the worker; nothing leaves the device. */
const SOURCE: Omit<ImportSource<PreviewRow>, 'preview'> = {
  rows: (request) => compute().previewRows(request),
  correct: (correction) => compute().correctPreview(correction),
  effect: (request) => compute().importEffect(request),
  searchAssets: (text, limit) => compute().searchAssets(text, limit),
  commit: async (command, onStep) => {
    const reversed = await compute().reversedByImport(command);
    // Without a connection the import itself says what is missing.
    if (reversed.length > 0) await fetchReceiptFiles(currentDatabase(), reversed).catch(() => undefined);
    return await compute().commitImport(command, onStep);
  },
  cancel: (previewId) => compute().cancelImport(previewId),
  discard: (previewId) => compute().discardPreview(previewId),
};

async function undo(importId: string): Promise<void> {
  const undone = await compute().undoImport(importId);
  showToast(undone.ok ? { title: 'The import was undone.' } : { title: undone.message, tone: 'error' });
}

export interface TransactionImportProps {
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** A file that was chosen elsewhere: shared by or opened from another app. */
  readonly initialFile?: File | null;
  /** It is checked at once. */
  readonly previewsAtOnce?: boolean;
  readonly onClose: () => void;
  /** Rows were added. */
  readonly onImported?: () => void;
}

/** The import of transactions; render it only while it is open. */
export function TransactionImport({
  accounts,
  brokers,
  initialFile = null,
  previewsAtOnce = false,
  onClose,
  onImported,
}: TransactionImportProps) {
  const [defaults, setDefaults] = useState<RowDefaults>({ accountId: '', taxWrapper: '' });
  const source: ImportSource<PreviewRow> = {
    ...SOURCE,
    preview: async (file, reading, onProgress) =>
      compute().previewImport(
        {
          name: file.name,
          bytes: await file.arrayBuffer(),
          ...reading,
          defaults: { ...defaultsOf(defaults), ...reading.defaults },
        },
        onProgress,
      ),
  };
  return (
    <ImportFlow
      entity={TRANSACTIONS}
      source={source}
      initialFile={initialFile}
      previewsAtOnce={previewsAtOnce}
      brokers={brokers}
      onClose={onClose}
      onImported={(result, preview) => {
        const { importId } = result;
        showToast({
          title: importNotice(result, TRANSACTIONS, preview),
          ...(importId != null && {
            timeoutMs: 10_000,
            action: { label: 'Undo', onClick: () => void undo(importId) },
          }),
        });
        onImported?.();
      }}
    >
      <HelpLink page="broker-files" newTab>
        Where to find your broker's file
      </HelpLink>
      <ImportHistory />
      <ImportDefaultFields defaults={defaults} accounts={accounts} onChange={setDefaults} />
    </ImportFlow>
  );
}
