import { cleanup, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useKeepFocus } from './use-focus-content.ts';

function Layout() {
  const content = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(true);
  useKeepFocus(content);
  return (
    <>
      <main ref={content} tabIndex={-1}>
        {shown && (
          <button
            type="button"
            onClick={() => {
              setShown(false);
            }}
          >
            Delete
          </button>
        )}
      </main>
      <button type="button">Beside</button>
    </>
  );
}

const wait = async () => {
  await vi.advanceTimersByTimeAsync(200);
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the focus when its element disappears', () => {
  it('moves to the content', async () => {
    render(<Layout />);
    const button = screen.getByRole('button', { name: 'Delete' });
    button.focus();
    button.click();
    await wait();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays where the user moved it meanwhile', async () => {
    render(<Layout />);
    const button = screen.getByRole('button', { name: 'Delete' });
    button.focus();
    button.click();
    screen.getByRole('button', { name: 'Beside' }).focus();
    await wait();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Beside' }));
  });

  it('stays on no element when the user had left the element before it disappeared', async () => {
    render(<Layout />);
    const button = screen.getByRole('button', { name: 'Delete' });
    button.focus();
    button.blur();
    await wait();
    button.click();
    await wait();
    expect(document.activeElement).toBe(document.body);
  });
});
