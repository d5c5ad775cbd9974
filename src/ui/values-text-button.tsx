import { Eye, EyeOff, Lock } from 'lucide-react';
import { Button } from './button.tsx';
import { SCREEN_AUTO_HIDE, useValuesButton, useValuesVisibility } from './values-visibility.ts';

/** The values button with its wording in view, beside the one figure that a screen is about. */
export function ValuesTextButton({ autoHideMs = SCREEN_AUTO_HIDE }: { readonly autoHideMs?: number }) {
  const { text, press } = useValuesButton(autoHideMs);
  const { valuesVisible, valuesLocked } = useValuesVisibility();
  const Shown = valuesLocked ? EyeOff : Lock;
  const Icon = valuesVisible ? Shown : Eye;
  return (
    <Button icon={<Icon size={16} aria-hidden="true" />} onClick={press}>
      {text}
    </Button>
  );
}
