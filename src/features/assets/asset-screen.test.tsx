import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unlistedAsset } from '../../../domain/csv/stored/directory.ts';
import { listAssets, saveAsset } from '../../data/records/assets.ts';
import { getRecord } from '../../data/records/records.ts';
import { closeDatabase, currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { leaveSession, signInAda } from '../../testing/signed-in.ts';
import { makeAsset } from './asset.fixture.ts';
import { type AssetMode, AssetScreen } from './asset-screen.tsx';

function open(mode: AssetMode, id?: string) {
  const path = `/assets/${mode}${id === undefined ? '' : `/${id}`}`;
  const router = createMemoryRouter(
    [
      { path, element: <AssetScreen mode={mode} id={id} priceHistory={({ isin }) => <p>prices of {isin}</p>} /> },
      { path: '/assets', element: <h1>Assets</h1> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup({ delay: null }) };
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(async () => {
  signInAda({ isAdministrator: true });
  await openTestDatabase();
  const { id: _id, ...fields } = makeAsset();
  await currentDatabase().assets.add({ ...fields, id: 'asset-1', version: 1 });
});

afterEach(async () => {
  cleanup();
  leaveSession();
  await removeTestDatabase();
});

describe('asset form (001 §2.6)', () => {
  it('starts with each select on its first option, and with its placeholders and hints', async () => {
    open('new');
    expect(screen.getByRole('heading', { name: 'Add Asset' })).toBeTruthy();
    await screen.findByLabelText('Asset Type');
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Basic Information',
      'Asset Identifiers',
      'Financial Details',
      'Price Data Configuration',
    ]);
    const selects = ['Asset Type', 'Category', 'Income Treatment', 'Denomination', 'Price Source'].map(
      (label) => screen.getByLabelText<HTMLSelectElement>(label).value,
    );
    expect(selects).toEqual(['EQUITY', 'EM_TSM', 'NA', 'GBP', 'LSE']);
    for (const text of ['e.g. US0378331005', 'e.g. 0263494', 'e.g. 0.15', 'e.g. VWRL.L'])
      expect(screen.getByPlaceholderText(text)).toBeTruthy();
    expect(screen.getByText('Enter as decimal (e.g. 0.15 for 0.15%)')).toBeTruthy();
    expect(screen.getByText('Symbol used to fetch price data')).toBeTruthy();
    const exclude = screen.getByLabelText<HTMLInputElement>('Exclude from price updates');
    expect(exclude.checked).toBe(false);
    expect(screen.getByRole('heading', { name: 'Basic Information' }).parentElement?.contains(exclude)).toBe(true);
    expect(screen.queryByText(/^prices of/u)).toBeNull();
  });

  it('keeps Create Asset disabled until the form is complete, then saves and goes to the list', async () => {
    const { router, user } = open('new');
    await screen.findByRole('heading', { name: 'Add Asset' });
    await waitFor(() => {
      expect(submit('Create Asset').disabled).toBe(true);
    });
    await user.type(screen.getByLabelText('Asset Name'), 'Treasury 2031');
    await user.selectOptions(screen.getByLabelText('Denomination'), 'GBX');
    await user.selectOptions(screen.getByLabelText('Capital Gains Tax'), 'exempt');
    await user.type(screen.getByLabelText('ISIN'), 'gb00bh4hks39');
    await user.type(screen.getByLabelText('SEDOL'), 'BH4HKS3');
    await user.type(screen.getByLabelText('Total Expense Ratio'), '0.14{ArrowUp}');
    expect(submit('Create Asset').disabled).toBe(true);
    await user.type(screen.getByLabelText('Fetch Code'), 'TR31');
    await waitFor(() => {
      expect(submit('Create Asset').disabled).toBe(false);
    });
    await user.click(submit('Create Asset'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/assets');
    });
    expect((await listAssets(currentDatabase())).find(({ name }) => name === 'Treasury 2031')).toMatchObject({
      isin: 'GB00BH4HKS39',
      sedol: 'BH4HKS3',
      denomination: 'GBX',
      cgtExempt: true,
      totalExpenseRatio: 0.15,
    });
  });

  it('gives examples that are valid', async () => {
    const { user } = open('new');
    for (const label of ['ISIN', 'SEDOL', 'Total Expense Ratio', 'Fetch Code']) {
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      await user.type(field, field.placeholder.replace('e.g. ', ''));
    }
    await user.type(screen.getByLabelText('Asset Name'), 'Apple Inc');
    await waitFor(() => {
      expect(submit('Create Asset').disabled).toBe(false);
    });
  });

  it('names missing and invalid fields under the disabled button', async () => {
    const { user } = open('new');
    expect(await screen.findByText('Still needed: Asset Name, ISIN, Total Expense Ratio and Fetch Code.')).toBeTruthy();
    await user.type(screen.getByLabelText('ISIN'), 'IE00B3RBWM26');
    await user.type(screen.getByLabelText('Asset Name'), 'World');
    expect(await screen.findByText('Still needed: Total Expense Ratio and Fetch Code. To correct: ISIN.')).toBeTruthy();
  });

  it('saves a security that an import made, also one from when imports gave no fetch code', async () => {
    const made = unlistedAsset('made', 'GB00BH4HKS39', 'Vodafone');
    await currentDatabase().assets.bulkAdd([
      { ...made, version: 1 },
      { ...unlistedAsset('earlier', 'US0378331005', 'Apple'), fetchCode: '', version: 1 },
    ]);
    expect(made.fetchCode).toBe('GB00BH4HKS39');
    for (const [id, isin] of [
      ['made', 'GB00BH4HKS39'],
      ['earlier', 'US0378331005'],
    ] as const) {
      const { router, user } = open('edit', id);
      expect((await screen.findByLabelText<HTMLInputElement>('Fetch Code')).value).toBe(isin);
      await user.selectOptions(screen.getByLabelText('Category'), 'UK_TSM');
      await waitFor(() => {
        expect(submit('Update Asset').disabled).toBe(false);
      });
      await user.click(submit('Update Asset'));
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/assets');
      });
      expect(await getRecord(currentDatabase(), 'asset', id)).toMatchObject({ category: 'UK_TSM', fetchCode: isin });
      cleanup();
    }
  });

  it('names a wrong check digit at its field once that was left', async () => {
    const { user } = open('new');
    await user.type(await screen.findByLabelText('ISIN'), 'IE00B3RBWM26');
    await user.type(screen.getByLabelText('SEDOL'), 'BH4HKS4');
    await user.tab();
    expect(
      await screen.findByText('ISIN "IE00B3RBWM26" is not valid: expected an ISIN with a correct check digit.'),
    ).toBeTruthy();
    expect(
      await screen.findByText('SEDOL "BH4HKS4" is not valid: expected a SEDOL with a correct check digit.'),
    ).toBeTruthy();
    expect(submit('Create Asset').disabled).toBe(true);
  });

  it('refuses an ISIN that the catalogue has, and keeps what was typed', async () => {
    const { user } = open('new');
    await user.type(await screen.findByLabelText('Asset Name'), 'Again');
    await user.type(screen.getByLabelText('ISIN'), 'IE00B3RBWM25');
    await user.type(screen.getByLabelText('Total Expense Ratio'), '0');
    await user.type(screen.getByLabelText('Fetch Code'), 'V');
    await waitFor(() => {
      expect(submit('Create Asset').disabled).toBe(false);
    });
    await user.click(submit('Create Asset'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This ISIN is already in the catalogue: Vanguard FTSE All-World UCITS ETF Distributing.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Asset Name').value).toBe('Again');
  });

  it('edits an asset with its values, and shows its price history', async () => {
    const { router, user } = open('edit', 'asset-1');
    expect(await screen.findByRole('heading', { name: 'Edit Asset' })).toBeTruthy();
    const name = await screen.findByLabelText<HTMLInputElement>('Asset Name');
    expect(name.value).toBe('Vanguard FTSE All-World UCITS ETF Distributing');
    const sections = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    for (const section of ['Basic Information', 'Asset Identifiers', 'Financial Details', 'Price Data Configuration'])
      expect(sections).toContain(section);
    expect(screen.getByLabelText<HTMLInputElement>('Total Expense Ratio').value).toBe('0.19');
    expect(screen.getByText('prices of IE00B3RBWM25')).toBeTruthy();
    await user.click(screen.getByLabelText('Exclude from price updates'));
    await waitFor(() => {
      expect(submit('Update Asset').disabled).toBe(false);
    });
    await user.click(submit('Update Asset'));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/assets');
    });
    expect(await getRecord(currentDatabase(), 'asset', 'asset-1')).toMatchObject({
      excludeFromPriceUpdates: true,
      totalExpenseRatio: 0.19,
    });
  });

  it('says that an asset is being loaded, and that it was not found', async () => {
    const slow = vi
      .spyOn(currentDatabase().table('assets'), 'get')
      .mockReturnValue(new Promise(() => undefined) as never);
    open('view', 'unknown');
    expect(await screen.findByText('Loading asset...')).toBeTruthy();
    cleanup();
    slow.mockRestore();
    open('view', 'unknown');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load asset data. Please try again.');
  });

  it('says that it could not be saved', async () => {
    const { user } = open('edit', 'asset-1');
    await user.type(await screen.findByLabelText('Asset Name'), ' X');
    await currentDatabase().assets.clear();
    await waitFor(() => {
      expect(submit('Update Asset').disabled).toBe(false);
    });
    await user.click(submit('Update Asset'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This record was deleted in the meantime. Nothing was saved.',
    );
    closeDatabase(currentDatabase());
    await openTestDatabase();
  });

  it('takes no second click while it saves', async () => {
    const { user } = open('edit', 'asset-1');
    await user.type(await screen.findByLabelText('Asset Name'), ' X');
    const write = vi.spyOn(currentDatabase(), 'transaction').mockReturnValue(new Promise(() => undefined) as never);
    await waitFor(() => {
      expect(submit('Update Asset').disabled).toBe(false);
    });
    await user.click(submit('Update Asset'));
    const busy = await screen.findByRole('button', { name: 'Saving...' });
    expect(busy.getAttribute('aria-disabled')).toBe('true');
    await user.click(busy);
    expect(write).toHaveBeenCalledOnce();
    write.mockRestore();
  });

  it('refuses creation by a user who is not an administrator', async () => {
    signInAda();
    const { user } = open('new');
    await user.type(await screen.findByLabelText('Asset Name'), 'Mine');
    await user.type(screen.getByLabelText('ISIN'), 'TEST77');
    await user.type(screen.getByLabelText('Total Expense Ratio'), '0');
    await user.type(screen.getByLabelText('Fetch Code'), 'V');
    await waitFor(() => {
      expect(submit('Create Asset').disabled).toBe(false);
    });
    await user.click(submit('Create Asset'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Access denied. Only administrators can create new assets.',
    );
    expect(await listAssets(currentDatabase())).toHaveLength(1);
  });

  it('leaves by Cancel to the list', async () => {
    const { router, user } = open('edit', 'asset-1');
    await user.click(await screen.findByRole('link', { name: 'Cancel' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/assets');
    });
  });
});

describe('asset details (001 §2.6)', () => {
  it('show every section read-only, with labels for values, and "Not provided"', async () => {
    const { user, router } = open('view', 'asset-1');
    expect(await screen.findByRole('heading', { name: 'Asset Details' })).toBeTruthy();
    await screen.findByText('ISIN', { selector: 'dt' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Basic Information',
      'Asset Identifiers',
      'Financial Details',
      'Price Data Configuration',
    ]);
    expect([fact('Asset Name'), fact('Asset Type'), fact('Category'), fact('Exclude from Price Updates')]).toEqual([
      'Vanguard FTSE All-World UCITS ETF Distributing',
      'ETF',
      'Developed World Total Stock Market',
      'No',
    ]);
    expect([fact('ISIN'), fact('SEDOL')]).toEqual(['IE00B3RBWM25', 'Not provided']);
    expect([fact('Income Treatment'), fact('Total Expense Ratio'), fact('Denomination')]).toEqual([
      'Distributing',
      '0.19%',
      'GBP',
    ]);
    expect([fact('Price Source'), fact('Fetch Code')]).toEqual(['LSE', 'VWRL']);
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const name of ['Edit Asset', 'Edit This Asset'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/assets/edit/asset-1');
    await user.click(screen.getByRole('link', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/assets');
    });
  });

  it('show a raw value that no list has, and an empty one as Not specified', async () => {
    await currentDatabase().assets.update('asset-1', {
      type: 'WARRANT' as 'ETF',
      incomeTreatment: '' as 'NA',
      fetchCode: '',
    });
    open('view', 'asset-1');
    await screen.findByText('WARRANT');
    expect([fact('Asset Type'), fact('Income Treatment'), fact('Fetch Code')]).toEqual([
      'WARRANT',
      'Not specified',
      'Not specified',
    ]);
  });

  it('are shown to other users without a way to edit, even at the edit address', async () => {
    signInAda();
    open('view', 'IE00B3RBWM25');
    await screen.findByText('Distributing');
    expect(screen.queryByRole('link', { name: /^Edit/u })).toBeNull();
    cleanup();
    open('edit', 'asset-1');
    await screen.findByText('Distributing');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Update Asset' })).toBeNull();
  });

  it('let the ISIN of an unused asset be changed', async () => {
    const { id, ...fields } = makeAsset();
    expect((await saveAsset(currentDatabase(), { ...fields, id, isin: 'IE00BK5BQT80' })).ok).toBe(true);
    expect((await getRecord(currentDatabase(), 'asset', id))?.isin).toBe('IE00BK5BQT80');
  });
});
