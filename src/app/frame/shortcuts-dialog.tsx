import { Fragment } from 'react';
import { create } from 'zustand';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { SHORTCUTS, useShortcutKeys, useShortcuts } from '../../ui/app-state/shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const useShown = create(() => ({ open: false }));

/** Opens the list of shortcuts. */
export function showShortcuts(): void {
  useShown.setState({ open: true });
}

/** What the keys do, and the choice to do without the single ones. */
export function ShortcutsDialog() {
  const { open } = useShown();
  const { enabled, setEnabled } = useShortcuts();
  useShortcutKeys((key) => {
    if (key === '?') showShortcuts();
    return key === '?';
  });
  return (
    <Dialog
      open={open}
      onClose={() => {
        useShown.setState({ open: false });
      }}
      title="Keyboard shortcuts"
      size="small"
    >
      <dl className={styles.keys}>
        {SHORTCUTS.map(({ keys, what }) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <Checkbox label="Use single-key shortcuts" checked={enabled} onCheckedChange={setEnabled} />
    </Dialog>
  );
}
