import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../layout/class-names.ts';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens the menu; takes a ref. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'bottom';
  /** Open from the start: it is created on request. */
  readonly defaultOpen?: boolean;
}

// Three actions fit into the 120 px with which the menu of a holding still opens downward (001 §9).
const PADDING = { top: 0, bottom: 0, left: 8, right: 8 };

/** A menu of actions under (or, with too little room, above) its button. */
export function Menu({ trigger, children, align = 'end', side = 'bottom', defaultOpen = false }: MenuProps) {
  return (
    <BaseMenu.Root modal={false} defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          className={styles.positioner}
          align={align}
          side={side}
          sideOffset={2}
          collisionPadding={PADDING}
        >
          <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

interface ItemProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** One action. */
export function MenuItem({
  icon,
  children,
  onSelect,
  disabled = false,
  danger = false,
}: ItemProps & { readonly onSelect: () => void; readonly disabled?: boolean; readonly danger?: boolean }) {
  return (
    <BaseMenu.Item className={classNames(styles.item, danger && styles.danger)} disabled={disabled} onClick={onSelect}>
      {icon}
      <span className={styles.label}>{children}</span>
    </BaseMenu.Item>
  );
}

/** One destination. */
export function MenuLink({ icon, children, to }: ItemProps & { readonly to: string }) {
  return (
    <BaseMenu.LinkItem className={styles.item} closeOnClick render={<Link to={to} />}>
      {icon}
      <span className={styles.label}>{children}</span>
    </BaseMenu.LinkItem>
  );
}

/** A choice that is on or off; the menu stays open, so that the effect is visible. */
export function MenuCheckbox({
  children,
  checked,
  onChange,
}: {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <BaseMenu.CheckboxItem className={styles.item} checked={checked} onCheckedChange={onChange} closeOnClick={false}>
      <span className={styles.box}>
        <BaseMenu.CheckboxItemIndicator>
          <Check aria-hidden="true" />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      <span className={styles.label}>{children}</span>
    </BaseMenu.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <BaseMenu.Separator className={styles.separator} />;
}

/** A line that heads the menu without an action, for example the user's name. */
export function MenuHeading({ children }: { readonly children: ReactNode }) {
  return <div className={styles.heading}>{children}</div>;
}

export interface MenuChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** A choice of one among few, kept open while the reader compares. */
export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    <BaseMenu.RadioGroup
      value={value}
      onValueChange={(next: string) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      <BaseMenu.Group>
        <BaseMenu.GroupLabel className={styles.groupLabel}>{label}</BaseMenu.GroupLabel>
        {options.map((option) => (
          <BaseMenu.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick={false}>
            <span className={styles.check}>
              <BaseMenu.RadioItemIndicator>
                <Check aria-hidden="true" />
              </BaseMenu.RadioItemIndicator>
            </span>
            <span className={styles.label}>{option.label}</span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.Group>
    </BaseMenu.RadioGroup>
  );
}
