import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from '../messages/dialog.tsx';
import { useShortcutKeys } from './shortcuts.ts';
import { showToast, ToastRegion } from '../messages/toast.tsx';

afterEach(cleanup);

const onKey = vi.fn((_key: string) => true);

function Page({ dialog = false }: { readonly dialog?: boolean }) {
  useShortcutKeys(onKey);
  return (
    <>
      <ToastRegion />
      <Dialog open={dialog} onClose={() => undefined} title="Question" />
    </>
  );
}

it('single keys act while a toast floats over the page, but not under a dialog', async () => {
  const view = render(<Page />);
  act(() => {
    showToast({ title: 'Saved.', timeoutMs: 0 });
  });
  await screen.findByText('Saved.');
  await userEvent.keyboard('j');
  expect(onKey).toHaveBeenCalledExactlyOnceWith('j');
  view.rerender(<Page dialog />);
  await screen.findByRole('dialog', { name: 'Question' });
  await userEvent.keyboard('x');
  expect(onKey).toHaveBeenCalledOnce();
});
