import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { type HintTriggers, hintTriggers, type ShownHint, type TriggerProps } from './tooltip-triggers.ts';
import styles from './tooltip.module.css';

export interface TooltipProps {
  readonly text: ReactNode;
  /** One element that takes event handlers; the hint opens on its hover and focus. */
  readonly children: ReactElement<TriggerProps>;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}

/**
 * A hint on hover and focus. It repeats or explains what the element already says: nothing may be readable only here.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const [shown, setShown] = useState<ShownHint | null>(null);
  const [triggers] = useState(() => hintTriggers(setShown));
  return (
    <>
      {cloneElement(children, afterOwn(children.props, triggers))}
      {shown !== null && <Hint text={text} side={side} shown={shown} triggers={triggers} />}
    </>
  );
}

/** The element's own press handler comes first. */
function afterOwn({ onClick }: TriggerProps, { props, close }: HintTriggers): TriggerProps {
  if (onClick === undefined) return props;
  return {
    ...props,
    onClick: (event) => {
      onClick(event);
      close();
    },
  };
}

interface HintProps {
  readonly text: ReactNode;
  readonly side: 'top' | 'bottom' | 'left' | 'right';
  readonly shown: ShownHint;
  readonly triggers: HintTriggers;
}

/** The hint itself, created when it is first needed. */
function Hint({ text, side, shown: { anchor, open }, triggers: { stay, leave, close, gone } }: HintProps) {
  return (
    <BaseTooltip.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      onOpenChangeComplete={(next) => {
        if (!next) gone();
      }}
    >
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner
          className={styles.positioner}
          anchor={anchor}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <BaseTooltip.Popup className={styles.popup} onPointerEnter={stay} onPointerLeave={leave}>
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
