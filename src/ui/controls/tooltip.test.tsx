import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import { Tooltip } from './tooltip.tsx';

const HINT = 'Price fetched 3 Mar 2024';
const hint = () => screen.queryByText(HINT);
const price = () => screen.getByText('£98.76');
const pass = async (milliseconds: number) => {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
};
/** After it has faded. */
const gone = async () => {
  await waitFor(() => {
    expect(hint()).toBeNull();
  });
};

function open() {
  return render(
    <>
      <Tooltip text={HINT}>
        <span tabIndex={0}>£98.76</span>
      </Tooltip>
      <button type="button">Elsewhere</button>
    </>,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a hint', () => {
  it('opens when the pointer stays on its element, and closes when it leaves', async () => {
    open();
    await userEvent.hover(price());
    await pass(300);
    expect(hint()).toBeNull();
    await pass(200);
    expect(hint()).toBeTruthy();
    await userEvent.unhover(price());
    await pass(200);
    await gone();
  });

  it('never opens when the pointer only passes over, nor by touch', async () => {
    open();
    await userEvent.hover(price());
    await userEvent.unhover(price());
    await pass(1000);
    expect(hint()).toBeNull();
    for (const pointerType of ['touch', 'mouse']) {
      fireEvent.pointerOver(price(), { pointerType });
      await pass(1000);
      expect(hint() === null, pointerType).toBe(pointerType === 'touch');
    }
  });

  it('stays while the pointer is on it', async () => {
    open();
    await userEvent.hover(price());
    await pass(500);
    const shown = hint();
    if (shown === null) throw new Error('there is no hint');
    await userEvent.unhover(price());
    await userEvent.hover(shown);
    await pass(1000);
    expect(hint()).toBe(shown);
    await userEvent.unhover(shown);
    await pass(200);
    await gone();
  });

  it('opens at once on keyboard focus, closes on Escape while the focus stays, and again when it is left', async () => {
    open();
    await userEvent.tab();
    expect(document.activeElement).toBe(price());
    expect(hint()).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await gone();
    expect(document.activeElement).toBe(price());
    await userEvent.tab();
    await userEvent.tab({ shift: true });
    expect(hint()).toBeTruthy();
    await userEvent.tab();
    await gone();
  });

  it('does not open because the window got the focus back', async () => {
    open();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    await pass(400);
    // The element keeps the document's focus while its window has none.
    fireEvent.blur(price());
    fireEvent.focus(price());
    await pass(400);
    expect(hint()).toBeNull();
  });

  it('closes on a press, which still reaches its element', async () => {
    const onClick = vi.fn();
    render(<IconButton label={HINT} icon="+" onClick={onClick} />);
    const button = screen.getByRole('button', { name: HINT });
    await userEvent.hover(button);
    await pass(500);
    expect(hint()).toBeTruthy();
    await userEvent.click(button);
    await gone();
    expect(onClick).toHaveBeenCalledOnce();
    await userEvent.unhover(button);
    await userEvent.hover(button);
    await userEvent.pointer({ keys: '[MouseLeft>]', target: button });
    await pass(1000);
    expect(hint()).toBeNull();
  });
});
