import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNarrow } from './use-narrow.ts';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Box({ width }: { readonly width: number }) {
  const element = useRef<HTMLDivElement>(null);
  return <div ref={element}>{useNarrow(element, width) ? 'narrow' : 'wide'}</div>;
}

it('a screen is narrow below the given width, and never once no width is given', () => {
  const { rerender } = render(<Box width={860} />);
  expect(screen.getByText('narrow')).toBeTruthy();
  rerender(<Box width={700} />);
  expect(screen.getByText('wide')).toBeTruthy();
  rerender(<Box width={860} />);
  rerender(<Box width={0} />);
  expect(screen.getByText('wide')).toBeTruthy();
});
