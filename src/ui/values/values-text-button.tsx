import { Eye, EyeOff, Lock } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Tooltip } from '../controls/tooltip.tsx';
import styles from './values-button.module.css';
import { ValuesMenu } from './values-menu.tsx';
import { SCREEN_AUTO_HIDE, useValuesButton, useValuesVisibility } from '../app-state/values-visibility.ts';

interface ValuesTextButtonProps {
  readonly autoHideMs?: number;
  /** False in a row or a banner, where the screen's own button has the menu. */
  readonly hasMenu?: boolean;
}

/** The values button with its words shown, beside the one figure that a screen is about. */
export function ValuesTextButton({ autoHideMs = SCREEN_AUTO_HIDE, hasMenu = true }: ValuesTextButtonProps) {
  const { text, description, press } = useValuesButton(autoHideMs);
  const { valuesVisible, valuesLocked } = useValuesVisibility();
  const Shown = valuesLocked ? EyeOff : Lock;
  const Icon = valuesVisible ? Shown : Eye;
  return (
    <span className={styles.pair}>
      <Tooltip text={description}>
        <Button
          className={styles.words}
          aria-description={description}
          icon={<Icon size={16} aria-hidden="true" />}
          onClick={press}
        >
          {text}
        </Button>
      </Tooltip>
      {hasMenu && <ValuesMenu autoHideMs={autoHideMs} />}
    </span>
  );
}
