import { EllipsisVertical } from 'lucide-react';
import { memo, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { findAssetByIsin } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { mayChangeLists } from '../../sync/session/session.ts';
import { Menu, MenuItem, MenuLink } from '../../ui/controls/menu.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { trySalePath } from './holding-key.ts';
import styles from './holdings.module.css';

// One element for all: React does not draw the same element again.
const ICON = <EllipsisVertical size={18} aria-hidden="true" />;

/** With less room than this below its button, in pixels, the menu opens upward (001 §9). */
const MENU_ROOM = 120;

/** Opens the asset for editing (administrators) or viewing; the catalogue is asked by ISIN. */
async function assetPath(isin: string): Promise<string | null> {
  const asset = await findAssetByIsin(currentDatabase(), isin);
  if (asset === null) return null;
  return mayChangeLists() ? `/assets/edit/${asset.id}` : `/assets/view/${asset.id}`;
}

/** Only the open menu uses the router, which notifies its users of every change of the address. */
function AssetItem({ isin }: Pick<HoldingView, 'isin'>) {
  const navigate = useNavigate();
  const openAsset = async () => {
    const path = await assetPath(isin);
    if (path === null) showToast({ title: `Asset with ISIN ${isin} not found.`, tone: 'error' });
    else await navigate(path);
  };
  return <MenuItem onSelect={() => void openAsset()}>View Asset Details</MenuItem>;
}

export type HoldingMenuProps = Pick<HoldingView, 'accountId' | 'isin' | 'taxWrapper' | 'assetName'>;

function sideBelow(button: Element): 'top' | 'bottom' {
  return window.innerHeight - button.getBoundingClientRect().bottom < MENU_ROOM ? 'top' : 'bottom';
}

/** The three-dot menu of a holding: the same whatever its figures are, and only a button until it is first opened. */
export const HoldingMenu = memo(function HoldingMenu(holding: HoldingMenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  if (opened !== null) return <OpenedMenu {...holding} {...opened} ref={trigger} />;
  const open = (button: Element, byPointer: boolean) => {
    flushSync(() => {
      setOpened({ byPointer, firstSide: sideBelow(button) });
    });
    // The button that had the focus is gone.
    trigger.current?.focus();
  };
  return (
    <button
      type="button"
      className={styles.menuButton}
      aria-label={`Actions for ${holding.assetName}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ currentTarget, detail }) => {
        open(currentTarget, detail > 0);
        // A press by key goes on to the first action.
        if (detail === 0) trigger.current?.click();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        open(event.currentTarget, false);
        trigger.current?.dispatchEvent(
          new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }),
        );
      }}
    >
      {ICON}
    </button>
  );
});

/** How the menu was opened first. */
interface Opened {
  readonly byPointer: boolean;
  readonly firstSide: 'top' | 'bottom';
}

function OpenedMenu({
  accountId,
  isin,
  taxWrapper,
  assetName,
  byPointer,
  firstSide,
  ref,
}: HoldingMenuProps & Opened & { readonly ref: Ref<HTMLButtonElement> }) {
  const [side, setSide] = useState(firstSide);
  const measure = (target: Element) => {
    setSide(sideBelow(target));
  };
  return (
    <Menu
      side={side}
      defaultOpen={byPointer}
      trigger={
        <button
          ref={ref}
          type="button"
          className={styles.menuButton}
          aria-label={`Actions for ${assetName}`}
          onPointerDown={(event) => measure(event.currentTarget)}
          onKeyDown={(event) => measure(event.currentTarget)}
        >
          {ICON}
        </button>
      }
    >
      <MenuLink to={`/transactions?${new URLSearchParams({ accountId, search: isin, taxWrapper }).toString()}`}>
        View Transactions
      </MenuLink>
      <AssetItem isin={isin} />
      <MenuLink to={trySalePath({ accountId, isin, taxWrapper })}>Try a sale</MenuLink>
    </Menu>
  );
}
