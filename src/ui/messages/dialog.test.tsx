import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const bodyOf = (text: string) => screen.getByText(text).parentElement;

it('a body that scrolls and holds nothing to press takes the focus, so that the keyboard scrolls it', () => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  const { rerender } = render(
    <Dialog open onClose={vi.fn()} title="Receipt">
      <p>Only text</p>
    </Dialog>,
  );
  expect(bodyOf('Only text')?.tabIndex).toBe(0);
  rerender(
    <Dialog open onClose={vi.fn()} title="Receipt">
      <p>With a field</p>
      <input aria-label="Field" />
    </Dialog>,
  );
  expect(bodyOf('With a field')?.hasAttribute('tabindex')).toBe(false);
});

it('a body with room for all of it takes no focus', () => {
  render(
    <Dialog open onClose={vi.fn()} title="Receipt">
      <p>Short</p>
    </Dialog>,
  );
  expect(bodyOf('Short')?.hasAttribute('tabindex')).toBe(false);
});
