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

describe('the focus when what had it goes away', () => {
  it('goes to the content', async () => {
    render(<Layout />);
    const button = screen.getByRole('button', { name: 'Delete' });
    button.focus();
    button.click();
    await wait();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('stays where somebody has put it meanwhile', async () => {
    render(<Layout />);
    const button = screen.getByRole('button', { name: 'Delete' });
    button.focus();
    button.click();
    screen.getByRole('button', { name: 'Beside' }).focus();
    await wait();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Beside' }));
  });

  it("is nobody's when the user had left the thing before it went", async () => {
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
