import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { create } from 'zustand';
import type { Session } from '../../sync/session/session.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { isDialogOpen } from '../../ui/app-state/shortcuts.ts';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));

/** `typed` is what was typed before the palette was loaded. */
const useOpened = create(() => ({ open: false, typed: '' }));

/** Opens the palette for a user without a keyboard. */
export function PaletteButton() {
  return (
    <IconButton
      label="Search everything (Ctrl K)"
      icon={<Search aria-hidden="true" />}
      onClick={() => {
        useOpened.setState({ open: true });
      }}
    />
  );
}

function close(): void {
  useOpened.setState({ open: false, typed: '' });
}

/** Keeps what is typed while the palette is loaded, which would otherwise be taken for shortcuts. */
function TypedAhead() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') close();
      else if (event.key.length === 1) useOpened.setState(({ typed }) => ({ typed: typed + event.key }));
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
  return null;
}

/** The command palette, opened with Ctrl or Cmd and K from anywhere but a dialog; loaded when it is first used. */
export function Palette({ session }: { readonly session: Session }) {
  const { open, typed } = useOpened();
  useEffect(() => {
    const onKeyDown = (event: Event) => {
      // Browsers that fill in forms send key events without a key.
      if (
        !(event instanceof KeyboardEvent) ||
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      if (!isDialogOpen()) useOpened.setState({ open: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // A session may end while it is open: the next one begins without it.
      close();
    };
  }, []);
  if (!open) return null;
  return (
    <Suspense fallback={<TypedAhead />}>
      <PaletteDialog session={session} typed={typed} onClose={close} />
    </Suspense>
  );
}
