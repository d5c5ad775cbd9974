import { useId } from 'react';
import styles from './tabs.module.css';

export interface SegmentedControlProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly { readonly value: V; readonly label: string }[];
}

/** One of a few, side by side: radio buttons that look like tabs. The browser moves between them by arrow keys. */
export function SegmentedControl<V extends string>({ label, value, onChange, options }: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.options}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
