import { Eye, EyeOff, Lock } from 'lucide-react';
import { IconButton } from '../controls/icon-button.tsx';
import styles from './values-button.module.css';
import { ValuesMenu } from './values-menu.tsx';
import { SCREEN_AUTO_HIDE, useValuesButton, useValuesVisibility } from '../app-state/values-visibility.ts';

/** Shows, locks and hides money; values hide themselves after `autoHideMs` (5 s, on the dashboard 30 s). */
export function ValuesButton({ autoHideMs = SCREEN_AUTO_HIDE }: { readonly autoHideMs?: number }) {
  const { text, description, press } = useValuesButton(autoHideMs);
  const { valuesVisible, valuesLocked } = useValuesVisibility();
  const shownIcon = valuesLocked ? <EyeOff aria-hidden="true" /> : <Lock aria-hidden="true" />;
  return (
    <span className={styles.pair}>
      <IconButton
        label={text}
        description={description}
        icon={valuesVisible ? shownIcon : <Eye aria-hidden="true" />}
        onClick={press}
      />
      <ValuesMenu autoHideMs={autoHideMs} />
    </span>
  );
}
