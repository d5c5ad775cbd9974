import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

const button = () => screen.getByRole<HTMLButtonElement>('button');

describe('action buttons (000 §2.7)', () => {
  it.each(['primary', 'secondary', 'danger', 'success', 'outline'] as const)('have the variant %s', (variant) => {
    render(<Button variant={variant}>Go</Button>);
    expect(button().className).toContain(variant);
  });

  it.each(['main', 'section', 'small'] as const)('have the size %s', (size) => {
    render(<Button size={size}>Go</Button>);
    expect(button().className).toContain(size);
  });

  it('are as wide as their place where asked to be', () => {
    const { rerender } = render(<Button>Go</Button>);
    expect(button().className).not.toContain('fullWidth');
    rerender(<Button fullWidth>Go</Button>);
    expect(button().className).toContain('fullWidth');
  });

  it('ignore clicks while disabled', async () => {
    const onClick = vi.fn();
    render(
      <Button disabled onClick={onClick}>
        Go
      </Button>,
    );
    expect(button().disabled).toBe(true);
    await userEvent.click(button());
    expect(onClick).not.toHaveBeenCalled();
  });

  it('stay as wide as when pressed while loading, however short their text is then', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(240);
    const { rerender } = render(<Button>Create Account & Continue</Button>);
    await userEvent.click(button());
    expect(button().style.minInlineSize).toBe('');
    rerender(<Button loading>Creating...</Button>);
    expect(button().style.minInlineSize).toBe('240px');
    rerender(<Button>Create Account & Continue</Button>);
    expect(button().style.minInlineSize).toBe('');
    vi.restoreAllMocks();
  });

  it('show a spinner while loading, and ignore clicks and Enter, so that nothing is sent twice', async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: React.FormEvent) => {
      event.preventDefault();
    });
    const { rerender } = render(
      <form onSubmit={onSubmit}>
        <Button type="submit" onClick={onClick}>
          Go
        </Button>
      </form>,
    );
    await userEvent.click(button());
    expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    rerender(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading onClick={onClick}>
          Go
        </Button>
      </form>,
    );
    expect(button().querySelector('[class*="spinner"]')).not.toBeNull();
    expect(button().getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button());
    button().focus();
    await userEvent.keyboard('{Enter}');
    expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });
});
