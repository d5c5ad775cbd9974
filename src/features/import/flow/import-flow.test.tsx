import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../../domain/csv/tables/file-kind.ts';
import { ImportFlow } from './import-flow.tsx';
import type { ImportPreview, ImportRequest } from '../../../../workers/api/worker-api.ts';
import type { ImportEntity, ImportResult, ImportSource, PreviewItem } from '../entity/import-entity.ts';
import { previewOf } from '../preview/preview.fixture.ts';

interface Pet extends PreviewItem {
  readonly name: string;
}

const entity: ImportEntity<Pet> = {
  singular: 'pet',
  plural: 'pets',
  columns: [{ header: 'Name', kind: 'text', value: (row) => row.name, track: '1fr', place: 'title' }],
};

const rows: readonly Pet[] = [
  { rowNumber: 2, status: 'valid', duplicateInfo: null, errors: [], name: 'Ash' },
  { rowNumber: 3, status: 'valid', duplicateInfo: null, errors: [], name: '' },
  {
    rowNumber: 4,
    status: 'duplicate',
    duplicateInfo: { matchDetails: 'Equals the pet of 3 Mar 2024' },
    errors: [],
    name: 'Birch',
  },
  {
    rowNumber: 5,
    status: 'error',
    duplicateInfo: null,
    errors: [
      { message: 'Name "x" is not valid.', field: null },
      { message: 'Legs are missing.', field: null },
    ],
    name: 'x',
  },
];

const preview = previewOf({
  valid: [2, 3],
  duplicate: [4],
  error: [5],
  newAccounts: [{ name: 'Partner', rows: 1, rowNumbers: [3] }],
});

function makeSource(
  answer: ImportPreview | Refusal | Error,
  result: ImportResult | Refusal = { ok: true, importedCount: 2, duplicateCount: 0, duplicates: [] },
  more: Partial<ImportSource<Pet>> = {},
) {
  const commands: ImportRequest[] = [];
  const source: ImportSource<Pet> = {
    preview: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...more,
    rows: async ({ status, offset, limit }) =>
      rows.filter((row) => status === 'all' || row.status === status).slice(offset, offset + limit),
    commit: async (command) => {
      commands.push(command);
      return result;
    },
    cancel: vi.fn(async () => undefined),
    discard: vi.fn(async () => undefined),
  };
  return { source, commands };
}

const file = new File(['a,b\n1,2\n'], 'pets.csv', { type: 'text/csv' });

function start(source: ImportSource<Pet>, brokers: readonly { readonly id: string; readonly name: string }[] = []) {
  const onClose = vi.fn();
  const onImported = vi.fn();
  render(<ImportFlow entity={entity} source={source} brokers={brokers} onClose={onClose} onImported={onImported} />);
  return { onClose, onImported };
}

async function choose(name = 'Preview Import'): Promise<void> {
  const dialog = screen.getByRole('dialog', { name: 'Import Pets' });
  await userEvent.upload(within(dialog).getByLabelText('Select CSV/TSV File'), file);
  await userEvent.click(within(dialog).getByRole('button', { name }));
}

beforeAll(() => {
  // The test document has no layout; a list that draws what is in view needs a height to see any row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});

// A busy machine takes its time with a dialog of this size.
afterEach(cleanup);

describe('import dialog (000 §2.10)', () => {
  it('enables its buttons once a file is chosen, and names it', async () => {
    start(makeSource(preview).source);
    const dialog = screen.getByRole('dialog', { name: 'Import Pets' });
    for (const name of ['Preview Import', 'Quick Import'])
      expect(within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    await userEvent.upload(within(dialog).getByLabelText('Select CSV/TSV File'), file);
    expect(within(dialog).getByText('Selected: pets.csv')).toBeTruthy();
    for (const name of ['Preview Import', 'Quick Import'])
      expect(within(dialog).getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false);
  });

  it('takes a file that is dropped on it, and refuses one of another kind', async () => {
    start(makeSource(preview).source);
    const drop = (dropped: File) =>
      fireEvent.drop(screen.getByText('Select CSV/TSV File'), { dataTransfer: { files: { item: () => dropped } } });
    drop(file);
    expect(screen.getByText('Selected: pets.csv')).toBeTruthy();
    drop(new File(['x'], 'a.pdf', { type: 'application/pdf' }));
    expect(screen.getByRole('alert').textContent).toContain('Please select a valid CSV/TSV file');
    expect(screen.queryByText('Selected: pets.csv')).toBeNull();
  });

  it('stops an import that is running, says so and stays open', async () => {
    const { source } = makeSource(previewOf({ valid: [2, 3] }));
    let stopped: (answer: Refusal) => void = () => undefined;
    const { onClose } = start({
      ...source,
      commit: async (_command, onProgress) => {
        onProgress({ done: 5000, total: 20_000 });
        return await new Promise<Refusal>((resolve) => {
          stopped = resolve;
        });
      },
    });
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 Selected' }));
    expect(await within(dialog).findByText(/5,000 of 20,000/u)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(source.cancel).toHaveBeenCalledExactlyOnceWith('preview-1');
    stopped({ ok: false, code: 'failed', message: 'The import was cancelled. Nothing was added.', errors: [] });
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'The import was cancelled. Nothing was added.',
    );
    expect(onClose).not.toHaveBeenCalled();
  });

  it('names the accepted file types, and opens empty each time', async () => {
    const { source } = makeSource(preview);
    start(source);
    const input = screen.getByLabelText<HTMLInputElement>('Select CSV/TSV File');
    expect(input.accept).toBe('.csv,.tsv,.txt');
    expect(
      screen.getByText(
        'Supports multiple formats: CSV (comma), TSV (tab), semicolon, or pipe separated files. Separators are automatically detected to handle monetary values properly.',
      ),
    ).toBeTruthy();
    await userEvent.upload(input, file);
    expect(screen.getByText('Selected: pets.csv')).toBeTruthy();
    cleanup();
    start(source);
    expect(screen.getByLabelText<HTMLInputElement>('Select CSV/TSV File').value).toBe('');
    expect(screen.queryByText('Selected: pets.csv')).toBeNull();
  });

  it('says that it is reading, and that it is importing', async () => {
    const { source } = makeSource(preview);
    let answer: (read: ImportPreview) => void = () => undefined;
    start({
      ...source,
      preview: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      commit: () => new Promise(() => undefined),
    });
    await choose();
    expect(screen.getByRole('button', { name: 'Loading Preview...' }).getAttribute('aria-disabled')).toBe('true');
    answer(preview);
    await userEvent.click(await screen.findByRole('button', { name: 'Import 2 Selected' }));
    const busy = await screen.findByRole('button', { name: 'Importing...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
  });

  it('hands the chosen file on, and on success the preview takes the place of the dialog', async () => {
    const { source } = makeSource(preview);
    const read = vi.spyOn(source, 'preview');
    start(source);
    await choose();
    expect(await screen.findByRole('dialog', { name: 'Pet Import Preview' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Import Pets' })).toBeNull();
    expect(read).toHaveBeenCalledOnce();
    expect(read.mock.calls[0]?.[0]).toBe(file);
  });

  it('has its buttons disabled without a file and while an import runs', async () => {
    const { source } = makeSource(previewOf({ valid: [2, 3] }));
    start({ ...source, commit: () => new Promise(() => undefined) });
    const button = (name: string) => screen.getByRole('button', { name });
    expect(button('Preview Import').hasAttribute('disabled')).toBe(true);
    await choose('Quick Import');
    await screen.findByRole('button', { name: 'Importing...' });
    expect(button('Preview Import').hasAttribute('disabled')).toBe(true);
  });

  it('closes after a quick import that skipped nothing', async () => {
    const { onClose, onImported } = start(makeSource(previewOf({ valid: [2, 3] })).source);
    await choose('Quick Import');
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(onImported).toHaveBeenCalledOnce();
  });

  it('rejects another kind of file with the specified words', async () => {
    start(makeSource(preview).source);
    const input = screen.getByLabelText('Select CSV/TSV File');
    await userEvent.upload(input, new File(['x'], 'a.pdf', { type: 'application/pdf' }), { applyAccept: false });
    expect(screen.getByRole('alert').textContent).toContain(
      'Please select a valid CSV/TSV file (.csv, .tsv, or .txt with tabular data).',
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview Import' }).disabled).toBe(true);
  });

  it('shows a refusal with its first five errors and a toggle for the rest', async () => {
    const errors = Array.from({ length: 7 }, (_, index) => `Line ${index + 1} is wrong`);
    start(makeSource({ ok: false, code: 'noRows', message: 'The file has a header but no rows.', errors }).source);
    await choose();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The file has a header but no rows.');
    expect(alert.textContent).toContain('Errors (7 total):');
    expect(within(alert).getAllByRole('listitem')).toHaveLength(5);
    await userEvent.click(within(alert).getByRole('button', { name: 'Show all 7 errors' }));
    expect(within(alert).getAllByRole('listitem')).toHaveLength(7);
    await userEvent.click(within(alert).getByRole('button', { name: 'Show only first 5 errors' }));
    expect(within(alert).getAllByRole('listitem')).toHaveLength(5);
  });

  it('stays usable after an unexpected failure', async () => {
    start(makeSource(new Error('worker gone')).source);
    await choose();
    expect((await screen.findByRole('alert')).textContent).toContain('Error: worker gone');
  });

  it('imports nothing at once when a row has an error', async () => {
    const { source, commands } = makeSource({ ...preview, newAccounts: [] });
    start(source);
    await choose('Quick Import');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Import failed with validation errors');
    expect(alert.textContent).toContain('Row 5: Name "x" is not valid.');
    expect(commands).toEqual([]);
  });

  it.each([
    ['duplicate', previewOf({ valid: [2, 3], duplicate: [4] })],
    ['error', preview],
  ] as const)('writes and says nothing after a Cancel while the %s rows are read', async (status, answer) => {
    const { source, commands } = makeSource(answer);
    let go = (): void => undefined;
    const asked = vi.fn();
    const read: ImportSource<Pet>['rows'] = async (question) => {
      asked(question.status);
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return rows.filter((row) => row.status === question.status);
    };
    const { onClose, onImported } = start({ ...source, rows: read });
    await choose('Quick Import');
    await waitFor(() => {
      expect(asked).toHaveBeenCalledWith(status);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    go();
    await waitFor(() => {
      expect(source.discard).toHaveBeenCalledWith('preview-1');
    });
    expect(onClose).toHaveBeenCalledOnce();
    expect(commands).toEqual([]);
    expect(onImported).not.toHaveBeenCalled();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('imports the valid rows at once and stays open to name skipped duplicates', async () => {
    const { source, commands } = makeSource(previewOf({ valid: [2, 3], duplicate: [4] }));
    const { onClose, onImported } = start(source);
    await choose('Quick Import');
    expect(await screen.findByText('Imported 2 pets, skipped 1 duplicates')).toBeTruthy();
    expect(screen.getByText('Skipped Duplicates:')).toBeTruthy();
    expect(screen.getByText('Row 4: Equals the pet of 3 Mar 2024')).toBeTruthy();
    expect(commands[0]?.selectedRowNumbers).toEqual([2, 3]);
    expect(onImported).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('unknown brokers without a proposal', () => {
  const many = previewOf({
    valid: Array.from({ length: 33 }, (_, index) => index + 2),
    unknownBrokers: Array.from({ length: 33 }, (_, index) => ({
      name: `Broker ${index}`,
      rows: 1,
      brokerId: null,
      rowNumbers: [index + 2],
    })),
  });
  const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Import \d+ Selected$/u });

  it('are chosen one by one, and beyond thirty together', async () => {
    const { source, commands } = makeSource(many);
    start(source, [
      { id: 'b1', name: 'Acme' },
      { id: 'b2', name: 'Bond' },
    ]);
    await choose();
    const rest = await screen.findByRole('combobox', { name: '3 more unknown brokers, import as (3 rows)' });
    for (const select of screen.getAllByRole('combobox', { name: /^Unknown broker/u }))
      fireEvent.change(select, { target: { value: 'b1' } });
    expect(importButton().disabled).toBe(true);
    fireEvent.change(rest, { target: { value: 'b2' } });
    await userEvent.click(importButton());
    await waitFor(() => {
      expect(commands).toHaveLength(1);
    });
    expect(Object.values(commands[0]?.brokerChoices ?? {}).filter((id) => id === 'b2')).toHaveLength(3);
    expect(commands[0]?.brokerChoices?.['Broker 32']).toBe('b2');
  });

  it('do not delay the import of other rows', async () => {
    const { source, commands } = makeSource(
      previewOf({ valid: [2, 3], unknownBrokers: [{ name: 'Acme', rows: 1, brokerId: null, rowNumbers: [3] }] }),
    );
    start(source, [{ id: 'b1', name: 'Bond' }]);
    await choose();
    await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(importButton().disabled).toBe(true);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Import row 3' }));
    expect(importButton().disabled).toBe(false);
    await userEvent.click(importButton());
    await waitFor(() => {
      expect(commands.map(({ selectedRowNumbers }) => selectedRowNumbers)).toEqual([[2]]);
    });
  });
});

describe('the words of the dialogs', () => {
  it('name the accepted file types, and say that a preview is being made', async () => {
    const { source } = makeSource(preview);
    start({ ...source, preview: () => new Promise(() => undefined) });
    const dialog = screen.getByRole('dialog', { name: 'Import Pets' });
    const input = within(dialog).getByLabelText<HTMLInputElement>('Select CSV/TSV File');
    expect([input.type, input.accept]).toEqual(['file', '.csv,.tsv,.txt']);
    expect(dialog.textContent).toContain(
      'Supports multiple formats: CSV (comma), TSV (tab), semicolon, or pipe separated files. Separators are automatically detected to handle monetary values properly.',
    );
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await choose();
    expect(await within(dialog).findByRole('button', { name: 'Loading Preview...' })).toBeTruthy();
  });

  it('forget the file when the dialog opens again', async () => {
    const { source } = makeSource(preview);
    start(source);
    await userEvent.upload(screen.getByLabelText('Select CSV/TSV File'), file);
    expect(screen.getByText('Selected: pets.csv')).toBeTruthy();
    cleanup();
    start(source);
    expect(screen.queryByText('Selected: pets.csv')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Select CSV/TSV File').value).toBe('');
  });

  it('close after a quick import without duplicates', async () => {
    const { source } = makeSource(previewOf({ valid: [2, 3] }));
    const { onClose, onImported } = start(source);
    await choose('Quick Import');
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
    expect(onImported).toHaveBeenCalledOnce();
  });

  it('name the file in the preview, dim error rows and grey those left out, and close on the backdrop', async () => {
    const { onClose } = start(makeSource(preview).source);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(dialog.textContent).toContain('trades.csv');
    await within(dialog).findByText('Ash');
    const rowOf = (text: string): string => within(dialog).getByText(text).closest('[role="row"]')?.className ?? '';
    expect(
      within(dialog)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Select', '#', 'Status', 'Name', 'Details']);
    expect(
      [rowOf('Ash'), rowOf('Birch'), rowOf('x')].map((name) => [/dimmed/u.test(name), /greyed/u.test(name)]),
    ).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ]);
    for (const name of ['Select All Valid', 'Clear Selection', 'Cancel', 'Import 2 Selected'])
      expect(within(dialog).getByRole('button', { name })).toBeTruthy();
    const backdrop = document.querySelector('[class*="backdrop"]');
    if (backdrop === null) throw new Error('no backdrop');
    await userEvent.click(backdrop);
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledOnce();
    });
  });

  it('say that rows are being imported, and stop a second press', async () => {
    const { source, commands } = makeSource(preview);
    start({
      ...source,
      commit: async (command) => {
        commands.push(command);
        return await new Promise(() => undefined);
      },
    });
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 Selected' }));
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Importing...' }));
    expect(commands).toHaveLength(1);
  });
});

describe('import preview (000 §2.11)', () => {
  async function open(source: ImportSource<Pet>) {
    const handlers = start(source);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    await within(dialog).findByText('Ash');
    return { dialog, ...handlers };
  }

  it('shows tiles, tabs and rows by status; error rows cannot be chosen', async () => {
    const { dialog } = await open(makeSource(preview).source);
    expect(screen.queryByRole('dialog', { name: 'Import Pets' })).toBeNull();
    const tiles = [...dialog.querySelectorAll('dl > div')].map((tile) => tile.textContent);
    expect(tiles).toEqual(['Total Rows4', 'Valid2', 'Duplicates1', 'Errors1']);
    expect(
      within(dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['All (4)', 'Valid (2)', 'Duplicates (1)', 'Errors (1)']);
    const cells = within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(cells.map(([, ...rest]) => rest)).toEqual([
      ['2', '✓ valid', 'Ash', '-'],
      ['3', '✓ valid', '-', '-'],
      ['4', '⚠ duplicate', 'Birch', 'Equals the pet of 3 Mar 2024'],
      ['5', '✗ error', 'x', 'Name "x" is not valid.Legs are missing.'],
    ]);
    expect(within(dialog).queryByRole('checkbox', { name: 'Import row 5' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('tab', { name: 'Duplicates (1)' }));
    expect(await within(dialog).findByText('Birch')).toBeTruthy();
    expect(within(dialog).queryByText('Ash')).toBeNull();
  });

  it('counts the selection in the footer, singular and plural, as duplicates come and go', async () => {
    const { dialog } = await open(makeSource(preview).source);
    const includeDuplicates = within(dialog).getByRole('checkbox', { name: 'Include duplicate pets (1)' });
    expect(within(dialog).getByText('Selected: 2 pets')).toBeTruthy();
    await userEvent.click(includeDuplicates);
    expect(within(dialog).getByText('Selected: 3 pets')).toBeTruthy();
    await userEvent.click(includeDuplicates);
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Import row 2' }));
    expect(within(dialog).getByText('Selected: 1 pet')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear Selection' }));
    expect(within(dialog).getByText('Selected: 0 pets')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import 0 Selected' }).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Select All Valid' }));
    expect(within(dialog).getByText('Selected: 2 pets')).toBeTruthy();
  });

  it('leaves the rows of an account out when it is not to be created', async () => {
    const { source, commands } = makeSource(preview);
    const { dialog, onImported, onClose } = await open(source);
    const account = within(dialog).getByRole<HTMLInputElement>('checkbox', {
      name: 'Create account "Partner" (1 row)',
    });
    expect(account.checked).toBe(true);
    await userEvent.click(account);
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Import row 3' }).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Import 1 Selected' }));
    await waitFor(() => {
      expect(onClose).toHaveBeenCalled();
    });
    expect(commands).toEqual([
      { previewId: 'preview-1', selectedRowNumbers: [2], createAccounts: [], brokerChoices: {} },
    ]);
    expect(onImported).toHaveBeenCalledOnce();
  });

  it('says why an import failed and keeps the choice', async () => {
    const { source } = makeSource(preview, {
      ok: false,
      code: 'failed',
      message: 'This device has no room left. Nothing was imported.',
      errors: [],
    });
    const { dialog, onClose } = await open(source);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Import 2 Selected' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('This device has no room left.');
    expect(within(dialog).getByText('Selected: 2 pets')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('dims error rows, greys rows left out, and closes by a click beside it', async () => {
    const { dialog, onClose } = await open(makeSource(preview).source);
    const toneOf = (index: number) =>
      within(dialog)
        .getAllByRole('row')
        [index]?.className.replace(/.*(dimmed|greyed).*/u, '$1');
    expect(toneOf(4)).toBe('dimmed');
    expect(toneOf(3)).toBe('greyed');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Import row 4' }));
    expect(toneOf(3)).not.toBe('greyed');
    await userEvent.click(document.querySelector('[class*="backdrop"]') as HTMLElement);
    await waitFor(() => {
      expect(onClose).toHaveBeenCalled();
    });
  });

  it('forgets tab and choice when it is closed', async () => {
    const { source } = makeSource(preview);
    const first = await open(source);
    await userEvent.click(within(first.dialog).getByRole('checkbox', { name: 'Include duplicate pets (1)' }));
    await userEvent.click(within(first.dialog).getByRole('tab', { name: 'Valid (2)' }));
    await userEvent.click(within(first.dialog).getByRole('button', { name: 'Cancel' }));
    cleanup();
    const { dialog } = await open(source);
    expect(within(dialog).getByRole('tab', { name: 'All (4)' }).getAttribute('aria-selected')).toBe('true');
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Include duplicate pets (1)' }).checked).toBe(
      false,
    );
    expect(within(dialog).getByText('Selected: 2 pets')).toBeTruthy();
  });

  it('discards the preview when it is closed', async () => {
    const { source } = makeSource(preview);
    const { dialog, onClose } = await open(source);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
    expect(source.discard).toHaveBeenCalledWith('preview-1');
  });
});

describe('correcting a file', () => {
  it('takes pasted rows as a file', async () => {
    const names: string[] = [];
    const { source } = makeSource(preview);
    start({
      ...source,
      preview: async (pasted) => {
        names.push(`${pasted.name}: ${await pasted.text()}`);
        return preview;
      },
    });
    const dialog = screen.getByRole('dialog', { name: 'Import Pets' });
    await userEvent.click(within(dialog).getByText('Paste rows instead'));
    await userEvent.click(within(dialog).getByLabelText('Rows with their header'));
    await userEvent.paste('a\tb\n1\t2');
    expect(within(dialog).getByText('Selected: Pasted rows.csv')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview Import' }));
    await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(names).toEqual(['Pasted rows.csv: a\tb\n1\t2']);
  });

  it('lets the user name the columns of a file without a header', async () => {
    const readings: unknown[] = [];
    const columns = [
      { header: '', sample: '22/05/2025', field: null },
      { header: '', sample: 'Buy', field: null },
    ];
    const { source } = makeSource(preview);
    start({
      ...source,
      preview: async (_file, reading) => {
        readings.push(reading);
        return reading.columns === undefined
          ? {
              ok: false,
              code: 'noHeader',
              message: 'No header row was found. Choose what each column holds.',
              errors: [],
              columns,
            }
          : preview;
      },
    });
    await choose();
    const dialog = screen.getByRole('dialog', { name: 'Import Pets' });
    expect((await within(dialog).findByRole('alert')).textContent).toContain('No header row was found.');
    await userEvent.selectOptions(within(dialog).getByLabelText('Column 1'), 'Date');
    await userEvent.selectOptions(within(dialog).getByLabelText('Column 2'), 'Type');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Read with these columns' }));
    await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(readings).toEqual([{}, { columns: ['transactionDate', 'transactionType'] }]);
  });

  it('draws the columns of a preview when they are asked for, and of thousands only the first and the used ones', async () => {
    const columns = Array.from({ length: 16_384 }, (_, at) => ({
      header: `C${at}`,
      sample: '',
      field:
        at === 16_383 ? ('isin' as const) : ((['transactionDate', 'transactionType', 'price'] as const)[at] ?? null),
    }));
    const { source } = makeSource({ ...preview, columns });
    start(source);
    await choose();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pet Import Preview' }));
    expect(dialog.queryByLabelText('C0')).toBeNull();
    const details = dialog.getByText('Columns: 4 of 16384 used').closest('details');
    if (details === null) throw new Error('no details');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect((await dialog.findByLabelText<HTMLSelectElement>('C16383')).value).toBe('isin');
    expect(dialog.getAllByLabelText(/^C\d/u)).toHaveLength(61);
    expect(dialog.getByText('16,323 further columns are not used.')).toBeTruthy();
  });

  it('says of a column that the file does not have where it was read', async () => {
    const columns = [
      { header: 'Date', sample: '22/05/2025', field: 'transactionDate' as const },
      { header: 'Type', sample: 'Buy', field: 'transactionType' as const, isDerived: true as const },
    ];
    const { source } = makeSource({ ...preview, columns });
    start(source);
    await choose();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pet Import Preview' }));
    const details = dialog.getByText(/^Columns: /u).closest('details');
    if (details === null) throw new Error('no details');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const described = async (name: string) => {
      const field = await dialog.findByLabelText(name);
      return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    };
    expect(await described('Date')).toBe('e.g. 22/05/2025');
    expect(await described('Type')).toBe('Not a column of the file: read from its titles, headings or texts, e.g. Buy');
  });

  it('shows the columns at once where one that every row needs is not known, and skipped lines with their reasons', async () => {
    const columns = [
      { header: 'When', sample: '22/05/2025', field: null },
      { header: 'ISIN', sample: 'GB00BH4HKS39', field: 'isin' as const },
    ];
    const skipped = [{ line: 3, text: '08/05/2025, Purchase 3000 Lloyds', reason: 'A trade: import the other file.' }];
    const { source } = makeSource({ ...preview, columns, skipped });
    start(source);
    await choose();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pet Import Preview' }));
    expect(await dialog.findByLabelText('When')).toBeTruthy();
    expect(dialog.getByText(/^Line 3: A trade: import the other file\./u).textContent).toContain(
      'Purchase 3000 Lloyds',
    );
  });

  it('corrects a row where it stands; it becomes valid and is chosen', async () => {
    const corrections: unknown[] = [];
    const after: ImportPreview = {
      ...preview,
      rowNumbers: { valid: [2, 3, 5], duplicate: [4], question: [], cancelled: [], error: [] },
      summary: { ...preview.summary, validCount: 3, errorCount: 0 },
      revision: 1,
    };
    const { source } = makeSource(preview, undefined, {
      correct: async (correction) => {
        corrections.push(correction);
        return after;
      },
    });
    const pets = {
      ...entity,
      cells: (row: Pet) => [
        { field: 'assetName' as const, label: 'Name', text: row.name, error: row.errors[0]?.message },
      ],
    };
    render(<ImportFlow entity={pets} source={source} onClose={vi.fn()} onImported={vi.fn()} />);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Correct row 5' }));
    const form = within(dialog).getByRole('form', { name: 'Correct row 5' });
    const name = within(form).getByLabelText<HTMLInputElement>('Name');
    expect(name.value).toBe('x');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(name);
    await userEvent.type(name, 'Cedar');
    await userEvent.click(within(form).getByRole('button', { name: 'Check row' }));
    expect(await within(dialog).findByText('Selected: 3 pets')).toBeTruthy();
    // The form is gone; the focus is on its row.
    const again = await within(dialog).findByRole('button', { name: 'Correct row 5' });
    expect(document.activeElement).toBe(again.closest('[role="row"]'));
    await userEvent.click(again);
    await userEvent.keyboard('{Escape}');
    expect(within(dialog).queryByRole('form')).toBeNull();
    expect(document.activeElement?.getAttribute('role')).toBe('row');
    expect(corrections).toEqual([{ previewId: 'preview-1', row: { rowNumber: 5, edit: { assetName: 'Cedar' } } }]);
  });

  it('takes a chosen asset for all rows that name an unknown security', async () => {
    const corrections: unknown[] = [];
    const question = {
      key: 'security:fseia',
      kind: 'security',
      label: 'FSEIA',
      text: "No security in the catalogue is called 'FSEIA'.",
      proposals: [],
      answer: null,
      rowNumbers: [6, 7, 8],
    } as const;
    const unknown = previewOf({ valid: [2], question: [6, 7, 8], questions: [question] });
    const { source } = makeSource(unknown, undefined, {
      correct: async (correction) => {
        corrections.push(correction);
        return { ...previewOf({ valid: [2, 6, 7, 8] }), revision: 1 };
      },
      searchAssets: async () => [
        { id: 'f', name: 'Fundsmith Equity I Acc', isin: 'GB00B41YBW71', type: 'FUND', category: 'CORE' } as never,
      ],
    });
    start(source);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(within(dialog).getByText('3 rows wait for an answer. The other row can be imported now.')).toBeTruthy();
    await userEvent.click(within(dialog).getByText('Choose the security'));
    await userEvent.type(within(dialog).getByLabelText('Asset for "FSEIA"'), 'fund');
    await userEvent.click(await screen.findByText('Fundsmith Equity I Acc'));
    await waitFor(() => {
      expect(corrections).toEqual([
        { previewId: 'preview-1', answer: { key: 'security:fseia', value: 'GB00B41YBW71' } },
      ]);
    });
    await waitFor(() => {
      expect(within(dialog).queryByLabelText('Asset for "FSEIA"')).toBeNull();
    });
  });

  it('goes on to the next question after an answer, and after the last one to the list of answers', async () => {
    const question = (currency: string, rowNumber: number) =>
      ({
        key: `currency:${currency}`,
        kind: 'currency',
        label: currency,
        text: `In which currency is ${currency}?`,
        proposals: [{ value: 'GBP', label: 'Pounds', detail: '' }],
        answer: null,
        rowNumbers: [rowNumber],
      }) as const;
    const answered = new Set<string>();
    const current = () => ({
      ...previewOf({
        question: [6, 7],
        questions: [question('A', 6), question('B', 7)].map((asked) => ({
          ...asked,
          answer: answered.has(asked.key) ? 'GBP' : null,
        })),
      }),
      revision: answered.size,
    });
    const { source } = makeSource(current(), undefined, {
      correct: async ({ answer }) => {
        answered.add(answer?.key ?? '');
        return current();
      },
    });
    start(source);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(within(dialog).getByRole('group', { name: 'Currency (2 rows)' })).toBeTruthy();
    const field = (currency: string) =>
      within(dialog).findByRole('combobox', { name: `In which currency is ${currency}? (1 row)` });
    await userEvent.selectOptions(await field('A'), 'GBP');
    expect(await within(dialog).findByText('Answered (1)')).toBeTruthy();
    expect(document.activeElement).toBe(await field('B'));
    // A single question says for how many rows it is asked; its heading does not say so again.
    expect(within(dialog).getAllByRole('group', { name: 'Currency' })).not.toHaveLength(0);
    await userEvent.selectOptions(await field('B'), 'GBP');
    expect(document.activeElement).toBe(await within(dialog).findByText('Answered (2)'));
  });

  it('adds a security from its question by an ISIN with a correct check digit', async () => {
    const corrections: unknown[] = [];
    const question = {
      key: 'security:ash',
      kind: 'security',
      label: 'Ash',
      text: 'No security in the catalogue is called Ash.',
      answer: null,
      proposals: [],
      rowNumbers: [6],
    } as const;
    const { source } = makeSource(previewOf({ question: [6], questions: [question] }), undefined, {
      correct: async (correction) => {
        corrections.push(correction);
        return { ...previewOf({ valid: [6] }), revision: 1 };
      },
    });
    start(source);
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    await userEvent.click(within(dialog).getByText('Choose the security'));
    const field = within(dialog).getByLabelText('ISIN of "Ash", to add it');
    const add = within(dialog).getByRole('button', { name: 'Add security' });
    await userEvent.type(field, 'Ash');
    await userEvent.click(add);
    expect(
      within(dialog).getByText('Enter an ISIN: two letters, nine letters or digits and a check digit.'),
    ).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, 'GB00BGJWTR89');
    await userEvent.click(add);
    expect(within(dialog).getByText('"GB00BGJWTR89" is mistyped: its check digit is wrong.')).toBeTruthy();
    expect(corrections).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, ' gb00 bgjwtr88');
    await userEvent.click(add);
    await waitFor(() => {
      expect(corrections).toEqual([{ previewId: 'preview-1', answer: { key: 'security:ash', value: 'GB00BGJWTR88' } }]);
    });
  });

  it('does not choose rows with a note beforehand, and shows the note', async () => {
    const { source } = makeSource({ ...preview, heldRows: [2] });
    start({
      ...source,
      rows: async ({ offset }) =>
        offset > 0
          ? []
          : [
              {
                rowNumber: 2,
                status: 'valid',
                duplicateInfo: null,
                errors: [],
                name: 'Ash',
                note: 'A free pet: state its value.',
              },
            ],
    });
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(await within(dialog).findByText('A free pet: state its value.')).toBeTruthy();
    expect(within(dialog).getByText('Selected: 1 pet')).toBeTruthy();
  });

  it('notes automatic corrections, and selects the row all the same', async () => {
    const { source } = makeSource(preview);
    const row = { rowNumber: 2, status: 'valid', duplicateInfo: null, errors: [], name: 'Ash' } as const;
    const remarks = ['Equal to line 3: read as a pet of its own.'];
    start({ ...source, rows: async ({ offset }) => (offset > 0 ? [] : [{ ...row, remarks }]) });
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'Pet Import Preview' });
    expect(await within(dialog).findByText('Equal to line 3: read as a pet of its own.')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Import row 2' }).checked).toBe(true);
  });

  it('stops a preview that was cancelled', async () => {
    let goOn: boolean | undefined;
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const { source } = makeSource(preview);
    const { onClose } = start({
      ...source,
      preview: async (_file, _reading, onProgress) => {
        expect(onProgress({ done: 524_288, total: 2_097_152, unit: 'bytes' })).toBe(true);
        await screen.findByText('512.00 KB of 2.00 MB');
        expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toBeTruthy();
        expect(onProgress({ done: 5000, total: 20_000 })).toBe(true);
        await asked;
        goOn = onProgress({ done: 10_000, total: 20_000 });
        return { ok: false, code: 'cancelled', message: 'The preview was cancelled.', errors: [] };
      },
    });
    await choose();
    expect(await screen.findByText(/5,000 of 20,000/u)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Reading rows' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
    ask();
    await waitFor(() => {
      expect(goOn).toBe(false);
    });
  });
});
