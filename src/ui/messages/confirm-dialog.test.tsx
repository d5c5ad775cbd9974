import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';

afterEach(cleanup);

const DATA = { title: 'Delete Account', message: 'Are you sure?', itemName: 'Joint' };

function open(props: Partial<ConfirmDialogProps> = {}) {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()];
  render(<ConfirmDialog open data={DATA} onConfirm={onConfirm} onCancel={onCancel} {...props} />);
  return { onConfirm, onCancel };
}

/** The click beside a dialog. */
async function clickBeside(): Promise<void> {
  const backdrop = document.querySelector('[data-base-ui-portal] [role="presentation"]') ?? document.body;
  await userEvent.click(backdrop);
  fireEvent.pointerDown(document.body);
}

describe('the delete confirmation (001 §2.4)', () => {
  it('shows title, message, item and, where there is one, a warning', () => {
    open({ data: { ...DATA, warningMessage: 'This cannot be undone.' } });
    expect(screen.getByRole('dialog', { name: 'Delete Account' }).textContent).toContain(
      'Are you sure?JointThis cannot be undone.',
    );
    cleanup();
    open();
    expect(screen.getByRole('dialog').textContent).not.toContain('undone');
  });

  it('deletes or cancels while deletion is allowed, with a red trash icon', async () => {
    const { onConfirm, onCancel } = open();
    expect(document.querySelector('.lucide-trash-2')).not.toBeNull();
    expect(document.querySelector('[class*="caution"]')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('shows a red warning sign and no bin for an action that deletes nothing', () => {
    open({ variant: 'danger', confirmLabel: 'Leave' });
    expect(document.querySelector('.lucide-trash-2')).toBeNull();
    expect(document.querySelector('.lucide-triangle-alert')).not.toBeNull();
    expect(document.querySelector('[class*="caution"]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Leave' })).toBeTruthy();
  });

  it('reads Deleting... while it works, and neither a click beside it nor Escape cancels then', async () => {
    const { onConfirm, onCancel } = open({ busy: true });
    await userEvent.click(screen.getByRole('button', { name: 'Deleting...' }));
    await clickBeside();
    await userEvent.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('cancels by a click beside it', async () => {
    const { onCancel } = open();
    await clickBeside();
    expect(onCancel).toHaveBeenCalled();
  });

  it('warns instead, with Close and no Delete, when deletion is not allowed', () => {
    open({ data: { ...DATA, canDelete: false } });
    expect(document.querySelector('.lucide-triangle-alert')?.closest('[class*="caution"]')).not.toBeNull();
    // The document of the test draws nothing: the style that the class stands for is yellow, and no other case has it.
    const style = readFileSync('src/ui/messages/confirm-dialog.module.css', 'utf8');
    expect(style).toMatch(/\.caution \.icon \{[^}]*background: var\(--warn-soft\);[^}]*color: var\(--warn\);/u);
    expect(document.querySelector('.lucide-trash-2')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0);
  });

  it('shows Loading... while it has no data', () => {
    open({ data: null });
    expect(screen.getByText('Loading...')).toBeTruthy();
  });
});
