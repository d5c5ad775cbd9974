import { ChevronDown } from 'lucide-react';
import { Menu, MenuCheckbox, MenuHeading } from '../controls/menu.tsx';
import styles from './values-button.module.css';
import { useLeaveWord, useValuesVisibility } from '../app-state/values-visibility.ts';

/** The menu beside a values button: the choice to keep values visible on this device, and what happens without it. */
export function ValuesMenu({ autoHideMs }: { readonly autoHideMs: number }) {
  const { keptVisible, keepVisible } = useValuesVisibility();
  const leave = useLeaveWord();
  return (
    <Menu
      trigger={
        <button type="button" className={styles.more} aria-label="Options for values">
          <ChevronDown aria-hidden="true" />
        </button>
      }
    >
      <MenuCheckbox checked={keptVisible === true} onChange={keepVisible}>
        Keep values visible on this device
      </MenuCheckbox>
      <MenuHeading>
        {keptVisible === true
          ? 'Values are visible each time you open Holdfast here.'
          : `Otherwise Show values reveals them for ${autoHideMs / 1000} seconds. Press Lock values within that time to keep them visible until you hide them or ${leave}.`}
      </MenuHeading>
    </Menu>
  );
}
