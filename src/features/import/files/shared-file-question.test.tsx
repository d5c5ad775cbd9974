import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SharedFileQuestion } from './shared-file-question.tsx';

afterEach(cleanup);

it('asks about a file that came from outside before it is opened', async () => {
  const [onAccept, onDiscard] = [vi.fn(), vi.fn()];
  const offered = { file: new File(['a'], 'trades.csv'), origin: 'shared', leftOut: 0 } as const;
  render(<SharedFileQuestion offered={offered} onAccept={onAccept} onDiscard={onDiscard} />);
  expect(screen.getByRole('dialog', { name: 'From another app or page?' }).textContent).toContain('"trades.csv"');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([onAccept.mock.calls.length, onDiscard.mock.calls.length]).toEqual([0, 1]);
  await userEvent.click(screen.getByRole('button', { name: 'Open file' }));
  expect(onAccept).toHaveBeenCalledOnce();
});

it('says what to do with a file that is too large', async () => {
  const onDiscard = vi.fn();
  const offered = { file: new File([], 'trades.csv'), origin: 'too-large', leftOut: 0 } as const;
  render(<SharedFileQuestion offered={offered} onAccept={vi.fn()} onDiscard={onDiscard} />);
  expect(screen.getByRole('dialog', { name: 'File is too large' }).textContent).toContain('at most 25 MB');
  expect(screen.queryByRole('button', { name: 'Open file' })).toBeNull();
});

it('says how many files were not kept', () => {
  const question = (leftOut: number) => {
    const offered = { file: new File(['a'], 'trades.csv'), origin: 'shared', leftOut } as const;
    render(<SharedFileQuestion offered={offered} onAccept={vi.fn()} onDiscard={vi.fn()} />);
    const text = screen.getByRole('dialog').textContent;
    cleanup();
    return text;
  };
  expect(question(0)).not.toContain('not kept');
  expect(question(1)).toContain('Another file was sent with it and not kept');
  expect(question(2)).toContain('2 more files were sent with it and not kept');
});
