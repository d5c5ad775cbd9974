import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentDatabase } from '../../data/database/database.ts';
import { openTestDatabase, removeTestDatabase } from '../../data/database/test-database.fixture.ts';
import { getExtra } from '../../data/records/extras.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import { AccountTaxSettings } from './account-tax-settings.tsx';

const user = userEvent.setup({ delay: null });
const kept = async () => await getExtra(currentDatabase(), 'account-settings', 'a1');

beforeEach(async () => {
  await openTestDatabase();
});

afterEach(async () => {
  cleanup();
  await removeTestDatabase();
});

describe('the capital gains settings of an account (RULES 3.6, 4.3)', () => {
  it('counts FX charges as a cost only when that is chosen, and queues the choice for the server', async () => {
    render(<AccountTaxSettings accountId="a1" />);
    const box = await screen.findByLabelText<HTMLInputElement>('Count FX charges as an allowable cost');
    expect(box.checked).toBe(false);
    await user.click(box);
    await waitFor(() => {
      expect(screen.getByLabelText<HTMLInputElement>('Count FX charges as an allowable cost').checked).toBe(true);
    });
    expect(await kept()).toEqual({ fxChargeAllowable: true, notResident: [] });
    expect((await listOutbox(currentDatabase())).map(({ entity, localId }) => [entity, localId])).toEqual([
      ['extra', 'account-settings/a1'],
    ]);
  });

  it('lists the periods abroad in order, with or without an end, and removes one', async () => {
    render(<AccountTaxSettings accountId="a1" />);
    await user.type(await screen.findByLabelText('First Day'), '01/01/2024');
    await user.click(screen.getByRole('button', { name: 'Add Period' }));
    expect(await screen.findByText('Since 1 Jan 2024')).toBeTruthy();
    await user.type(screen.getByLabelText('First Day'), '06/04/2019');
    await user.type(screen.getByLabelText('Last Day (optional)'), '05/04/2021');
    await user.click(screen.getByRole('button', { name: 'Add Period' }));
    expect(await screen.findByText('6 Apr 2019 to 5 Apr 2021')).toBeTruthy();
    expect(await kept()).toEqual({
      fxChargeAllowable: false,
      notResident: [
        { from: '2019-04-06', to: '2021-04-05' },
        { from: '2024-01-01', to: null },
      ],
    });
    await user.click(screen.getByRole('button', { name: 'Remove Since 1 Jan 2024' }));
    await waitFor(() => {
      expect(screen.queryByText('Since 1 Jan 2024')).toBeNull();
    });
    expect(await kept()).toMatchObject({ notResident: [{ from: '2019-04-06', to: '2021-04-05' }] });
  });

  it('says what is wrong with a period, and does not save it', async () => {
    render(<AccountTaxSettings accountId="a1" />);
    const add = await screen.findByRole('button', { name: 'Add Period' });
    await user.click(add);
    expect(screen.getByRole('alert').textContent).toBe('Enter the first day as dd/mm/yyyy.');
    await user.type(screen.getByLabelText('First Day'), '06/04/2021');
    await user.type(screen.getByLabelText('Last Day (optional)'), '05/04/2021');
    await user.click(add);
    expect(screen.getByRole('alert').textContent).toBe('The last day must not be before the first.');
    expect(await kept()).toBeNull();
  });
});
