import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ToastRegion } from '../../../ui/messages/toast.tsx';
import type { EntityPreviewRow, RecordPreview } from '../../../../workers/api/worker-api.ts';
import { AssetImport } from './asset-import.tsx';
import { handInCompute } from '../../../testing/hand-in-compute.ts';

const worker = vi.hoisted(() => ({
  previewEntities: vi.fn(),
  entityRows: vi.fn(),
  commitEntities: vi.fn(),
  discardEntities: vi.fn(),
}));
handInCompute(() => worker);

const SHOWN = {
  name: 'New ETF',
  type: 'ETF',
  typeLabel: 'ETF',
  category: 'US_TSM',
  categoryLabel: 'US Total Stock Market',
  incomeTreatment: 'ACCUMULATING',
  incomeTreatmentLabel: 'Accumulating',
  totalExpenseRatio: 0.19,
  isin: 'IE00B3XXRP09',
  sedol: '',
  priceSource: 'LSE',
  fetchCode: 'VUSA',
  denomination: 'GBP',
};
const ROWS: readonly EntityPreviewRow[] = [
  { rowNumber: 2, status: 'valid', duplicateInfo: null, note: null, errors: [], cells: [], shown: SHOWN },
  {
    rowNumber: 3,
    status: 'duplicate',
    duplicateInfo: { matchDetails: 'Already in the catalogue: Vodafone (GB00BH4HKS39).' },
    note: null,
    errors: [],
    cells: [],
    shown: { ...SHOWN, totalExpenseRatio: 1.5 },
  },
];

beforeAll(() => {
  // The preview draws the rows in view; below a width rows are cards.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1320);
});

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

describe('the import of assets (001 §2.5)', () => {
  it('reads the file, shows the asset columns, and imports the selected rows', async () => {
    const preview: RecordPreview = {
      ok: true,
      kind: 'records',
      previewId: 'p1',
      fileName: 'assets.csv',
      summary: { totalRows: 2, validCount: 1, duplicateCount: 1, errorCount: 0 },
      notices: [],
      heldRows: [],
      rowNumbers: { valid: [2], duplicate: [3], question: [], cancelled: [], error: [] },
      revision: 0,
    };
    worker.previewEntities.mockResolvedValue(preview);
    worker.entityRows.mockResolvedValue(ROWS);
    worker.commitEntities.mockResolvedValue({
      ok: true,
      importId: null,
      importedCount: 2,
      duplicateCount: 0,
      duplicates: [],
    });
    worker.discardEntities.mockResolvedValue(undefined);
    const onClose = vi.fn();
    render(
      <>
        <AssetImport onClose={onClose} />
        <ToastRegion />
      </>,
    );
    expect(screen.getByRole('dialog', { name: 'Import Assets' })).toBeTruthy();
    await userEvent.upload(
      screen.getByLabelText(/Select CSV\/TSV File/u),
      new File(['Name,ISIN'], 'assets.csv', { type: 'text/csv' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Preview Import' }));
    const window = await screen.findByRole('dialog', { name: 'Asset Import Preview' });
    const dialog = within(window);
    expect(window.textContent).toContain('assets.csv');
    expect(worker.previewEntities).toHaveBeenCalledWith(
      expect.objectContaining({ kind: 'asset', name: 'assets.csv' }),
      expect.any(Function),
    );
    await dialog.findAllByText('New ETF');
    expect(dialog.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Select',
      '#',
      'Status',
      'Name',
      'Category',
      'Income Treatment',
      'TER',
      'ISIN',
      'SEDOL',
      'Price Source',
      'Fetch Code',
      'Type',
      'Denomination',
      'Details',
    ]);
    const [first, second] = dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell'));
    expect(first?.map((cell) => cell.textContent).slice(1)).toEqual([
      '2',
      '✓ valid',
      'New ETF',
      'US Total Stock Market',
      'Accumulating',
      '0.19%',
      'IE00B3XXRP09',
      '-',
      'LSE',
      'VUSA',
      'ETF',
      'GBP',
      '-',
    ]);
    expect([second?.[6]?.textContent, second?.at(-1)?.textContent]).toEqual([
      '1.50%',
      'Already in the catalogue: Vodafone (GB00BH4HKS39).',
    ]);
    expect(first?.[6]?.className).toMatch(/end/u);
    for (const name of ['Select All Valid', 'Clear Selection', 'Cancel', 'Import 1 Selected'])
      expect(dialog.getByRole('button', { name })).toBeTruthy();
    expect(dialog.getByText('Selected: 1 asset')).toBeTruthy();
    await userEvent.click(dialog.getByLabelText('Include duplicate assets (1)'));
    expect(dialog.getByText('Selected: 2 assets')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2 Selected' }));
    expect(await screen.findByText('Imported 2 assets.')).toBeTruthy();
    expect(worker.commitEntities.mock.calls[0]?.[0]).toMatchObject({ previewId: 'p1', selectedRowNumbers: [2, 3] });
    expect(onClose).toHaveBeenCalled();
  });
});
