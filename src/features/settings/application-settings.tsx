import { Section } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { THEME_OPTIONS, useTheme } from '../../ui/theme.ts';
import { Facts } from '../../ui/facts.tsx';
import styles from './settings.module.css';
import { UpdateCheck } from './update-check.tsx';

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
      <Facts facts={[['Version', __APP_VERSION__]]} />
      <UpdateCheck />
      <p className={styles.muted}>Additional application settings will be available here in future updates.</p>
    </Section>
  );
}
