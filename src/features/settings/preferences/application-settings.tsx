import { Section } from '../../../ui/layout/page.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { THEME_OPTIONS, useTheme } from '../../../ui/layout/theme.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { useLeaveWord, useValuesVisibility } from '../../../ui/app-state/values-visibility.ts';
import styles from '../shared/settings.module.css';
import { UpdateCheck } from './update-check.tsx';

/** Whether values hide themselves on this device (000 §4.3), or are visible whenever this user opens Holdfast here. */
function ValuesSetting() {
  const { keptVisible, keepVisible } = useValuesVisibility();
  const leave = useLeaveWord();
  return (
    <div className={styles.group}>
      <Checkbox
        label="Keep values visible on this device"
        checked={keptVisible === true}
        onCheckedChange={keepVisible}
      />
      <p className={styles.muted}>
        Applies to you alone, in this browser. Otherwise Show values reveals them for 5 seconds (30 on the dashboard),
        and Lock values keeps them visible until you hide them or {leave}.
      </p>
    </div>
  );
}

/** The product's own settings (001 §2.11). */
export function ApplicationSettings() {
  const { theme, setTheme } = useTheme();
  return (
    <Section title="Application Settings">
      <SelectField
        label="Theme"
        width="narrow"
        options={THEME_OPTIONS}
        value={theme}
        onChange={(event) => {
          const chosen = THEME_OPTIONS.find(({ value }) => value === event.target.value);
          if (chosen) setTheme(chosen.value);
        }}
      />
      <ValuesSetting />
      <Facts facts={[['Version', __APP_VERSION__]]} />
      <UpdateCheck />
      <p className={styles.muted}>Additional application settings will be available here in future updates.</p>
    </Section>
  );
}
