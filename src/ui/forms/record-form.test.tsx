import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountFilter } from './account-filter.tsx';
import { type DraftStore, DraftStoreContext } from '../app-state/draft-store.ts';
import { FormSelect, FormText } from './form-fields.tsx';
import { FormVisit } from './form-visit.tsx';
import { type FormReading, type FormValues, RecordForm } from './record-form.tsx';
import { guardedRoutes } from '../../testing/guarded-routes.tsx';
import { CurrentIdContext } from '../hooks/use-renamed.ts';

const kept = new Map<string, unknown>();
const drafts: DraftStore = {
  read: async (key) => kept.get(key) ?? null,
  save: async (key, draft) => {
    if (draft === null) kept.delete(key);
    else kept.set(key, draft);
  },
};
const onSave = vi.fn(async (_fields: FormValues): Promise<string | null> => null);

function read(values: FormValues): FormReading<FormValues> {
  const faults = [];
  if (values['name'] === '')
    faults.push({ field: 'name', label: 'Name', message: 'Name is required', isMissing: true });
  if (!/^\d*$/u.test(values['size'] ?? ''))
    faults.push({ field: 'size', label: 'Size', message: 'Size is not a number', isMissing: false });
  if (values['name'] === 'Cottage' && Number(values['size']) > 9)
    faults.push({ field: 'size', label: 'Size', message: 'No cottage is so large', isMissing: false });
  return faults.length === 0 ? { ok: true, fields: values } : { ok: false, faults };
}

async function open(key = 'thing-new', values = { name: '', size: '' }) {
  const form = (
    <RecordForm draftKey={key} values={values} read={read} onSave={onSave} back="/list" submitLabel="Create">
      <FormText name="name" label="Name" />
      <FormText name="size" label="Size" />
      <Link to="/list">Elsewhere</Link>
    </RecordForm>
  );
  const router = createMemoryRouter(
    guardedRoutes([
      { path: '/form', element: <FormVisit>{form}</FormVisit> },
      { path: '/list', element: <p>The list</p> },
      { path: '/login', element: <p>Sign in</p> },
    ]),
    { initialEntries: ['/form'] },
  );
  render(
    <DraftStoreContext value={drafts}>
      <RouterProvider router={router} />
    </DraftStoreContext>,
  );
  await screen.findByLabelText('Name');
  return { router, user: userEvent.setup({ delay: null }) };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => {
  kept.clear();
  onSave.mockClear();
});
afterEach(cleanup);

describe("drafts of a record's form", () => {
  it('bring back what was typed when the session ended, for the same record alone', async () => {
    const { router, user } = await open();
    await user.type(field('Name'), 'Cottage');
    await act(async () => {
      await router.navigate('/login');
    });
    expect(screen.getByText('Sign in')).toBeTruthy();
    cleanup();
    await open('thing-7');
    expect(field('Name').value).toBe('');
    cleanup();
    const again = await open();
    expect(await screen.findByDisplayValue('Cottage')).toBeTruthy();
    expect(screen.getByText('Your unsaved changes were restored.')).toBeTruthy();
    await again.user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => {
      expect(field('Name').value).toBe('');
    });
    expect(kept.size).toBe(0);
  });

  it('are forgotten once the record is saved or the changes are discarded', async () => {
    const first = await open();
    await first.user.type(field('Name'), 'Cottage');
    await waitFor(() => {
      expect(kept.size).toBe(1);
    });
    await first.user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(onSave).toHaveBeenCalledWith({ name: 'Cottage', size: '' });
    expect(kept.size).toBe(0);
    cleanup();
    const second = await open();
    await second.user.type(field('Name'), 'Barn');
    await waitFor(() => {
      expect(kept.size).toBe(1);
    });
    await second.user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    await second.user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(kept.size).toBe(0);
  });

  it('stay when saving fails, and mark restored values that are invalid', async () => {
    onSave.mockResolvedValueOnce('Failed to create');
    const { user } = await open();
    await user.type(field('Name'), 'Cottage');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Failed to create')).toBeTruthy();
    await waitFor(() => {
      expect(kept.size).toBe(1);
    });
    cleanup();
    kept.set('thing-new', { base: { name: '', size: '' }, values: { name: '', size: 'x' } });
    await open();
    expect(await screen.findByText('Size is not a number')).toBeTruthy();
    expect(screen.getByText('Still needed: Name. To correct: Size.')).toBeTruthy();
    expect(screen.queryByText('Name is required')).toBeNull();
  });
});

describe('a form that was saved', () => {
  it('is another, empty form when Back is pressed before the next screen has replaced it', async () => {
    const { router, user } = await open();
    await user.type(field('Name'), 'Cottage');
    const saved = field('Name');
    const stop = router.subscribe(({ location }) => {
      if (location.pathname !== '/list') return;
      stop();
      void router.navigate(-1);
    });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => {
      expect(field('Name').value).toBe('');
    });
    expect(router.state.location.pathname).toBe('/form');
    expect(field('Name')).not.toBe(saved);
    await user.type(field('Name'), 'Barn');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(onSave.mock.calls).toEqual([[{ name: 'Cottage', size: '' }], [{ name: 'Barn', size: '' }]]);
  });
});

describe("messages of a record's form", () => {
  it('mark at once what a stored record has wrong, and nothing that is only missing', async () => {
    await open('thing-7', { name: '', size: 'x' });
    expect(await screen.findByText('Size is not a number')).toBeTruthy();
    expect(screen.queryByText('Name is required')).toBeNull();
  });

  it('go when another field puts them right', async () => {
    const { user } = await open();
    await user.type(field('Name'), 'Cottage');
    await user.type(field('Size'), '12');
    await user.tab();
    await screen.findByText('No cottage is so large');
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Barn');
    await waitFor(() => {
      expect(screen.queryByText('No cottage is so large')).toBeNull();
    });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(false);
  });
});

describe('a choice whose record the server has given another id', () => {
  const currentId = async (id: string) => (id === 'device-1' ? 'server-1' : id);
  const rename = () => screen.getByRole('button', { name: 'Rename' });
  const chosen = () => field('Account').value;

  /** A form over `accountId`, whose account is renamed by a button. */
  async function openChoice(accountId: string) {
    const Page = () => {
      const [options, setOptions] = useState([
        { value: 'device-1', label: 'Ada' },
        { value: 'other', label: 'Bea' },
      ]);
      return (
        <RecordForm
          draftKey="choice"
          values={{ accountId }}
          read={(values) => ({ ok: true, fields: values })}
          onSave={onSave}
          back="/list"
          submitLabel="Create"
        >
          <FormSelect name="accountId" label="Account" placeholder="Select" options={options} />
          <button
            type="button"
            onClick={() => {
              setOptions([
                { value: 'server-1', label: 'Ada' },
                { value: 'other', label: 'Bea' },
              ]);
            }}
          >
            Rename
          </button>
          <Link to="/list">Elsewhere</Link>
        </RecordForm>
      );
    };
    const router = createMemoryRouter(
      guardedRoutes([
        { path: '/', element: <Page /> },
        { path: '/list', element: <p>The list</p> },
      ]),
    );
    const form = (
      <DraftStoreContext value={drafts}>
        <RouterProvider router={router} />
      </DraftStoreContext>
    );
    render(<CurrentIdContext value={currentId}>{form}</CurrentIdContext>);
    await screen.findByLabelText('Account');
    return userEvent.setup({ delay: null });
  }

  it('is followed, and is no change of the form', async () => {
    const user = await openChoice('device-1');
    expect(chosen()).toBe('device-1');
    await user.click(rename());
    await waitFor(() => {
      expect(chosen()).toBe('server-1');
    });
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(await screen.findByText('The list')).toBeTruthy();
    expect(kept.size).toBe(0);
  });

  it('is followed where it was chosen, and saved', async () => {
    const user = await openChoice('');
    await user.selectOptions(field('Account'), 'device-1');
    await user.click(rename());
    await waitFor(() => {
      expect(chosen()).toBe('server-1');
    });
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('The list');
    expect(onSave).toHaveBeenCalledWith({ accountId: 'server-1' });
  });

  it('is followed by the filter of a list, and an account that is gone is not', async () => {
    const onChange = vi.fn();
    const accounts = [{ id: 'server-1', name: 'Ada' }];
    const { rerender } = render(
      <CurrentIdContext value={currentId}>
        <AccountFilter accounts={accounts} value="gone" onChange={onChange} />
      </CurrentIdContext>,
    );
    expect(screen.getByText('Unknown account')).toBeTruthy();
    rerender(
      <CurrentIdContext value={currentId}>
        <AccountFilter accounts={accounts} value="device-1" onChange={onChange} />
      </CurrentIdContext>,
    );
    await waitFor(() => {
      expect(onChange.mock.calls).toEqual([['server-1']]);
    });
  });
});
