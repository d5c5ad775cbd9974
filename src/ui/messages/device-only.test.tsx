import { cleanup, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { DeviceOnly, useServerLacks } from './device-only.tsx';

afterEach(() => {
  cleanup();
  useServerLacks.setState({ extras: false, fields: false });
});

describe('the mark of what only this device has', () => {
  it('shows only where the server has no place for it', () => {
    render(
      <>
        <DeviceOnly what="extras" />
        <DeviceOnly what="fields" />
      </>,
    );
    expect(screen.queryByText('Only on this device:')).toBeNull();
    act(() => {
      useServerLacks.setState({ extras: true });
    });
    expect(screen.getByText('Only on this device:').parentElement?.textContent).toContain('the full export has it');
    act(() => {
      useServerLacks.setState({ fields: true });
    });
    expect(screen.getAllByText('Only on this device:')).toHaveLength(2);
    act(() => {
      useServerLacks.setState({ extras: false, fields: false });
    });
    expect(screen.queryByText('Only on this device:')).toBeNull();
  });
});
