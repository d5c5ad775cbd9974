import { useRef } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { AccountNameField } from './account-name-field.tsx';
import styles from './holder-fields.module.css';
import type { HolderNames } from './use-holder-names.ts';

export interface HolderFieldsProps {
  readonly names: HolderNames;
  readonly submitted: boolean;
  readonly disabled: boolean;
}

/** A field for each person whose investments are kept, and the button for one more. */
export function HolderFields({ names, submitted, disabled }: HolderFieldsProps) {
  const addRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      {names.holders.map(({ key, name }, index) => {
        const place = index + 1;
        return (
          <div key={key} className={styles.holder}>
            <AccountNameField
              label={index === 0 ? 'Account Name' : `Name of person ${place}`}
              placeholder={index === 0 ? 'e.g., Account Name...' : ''}
              required={index === 0}
              submitted={submitted}
              fault={names.faults[index] ?? null}
              value={name}
              onValueChange={(text) => {
                names.change(key, text);
              }}
              onFocus={(event) => {
                event.target.select();
              }}
            />
            {index > 0 && (
              <Button
                aria-label={`Remove person ${place}`}
                disabled={disabled}
                onClick={() => {
                  names.remove(key);
                  addRef.current?.focus();
                }}
              >
                Remove
              </Button>
            )}
          </div>
        );
      })}
      <div>
        <Button ref={addRef} disabled={disabled} onClick={names.add}>
          Add another person
        </Button>
      </div>
    </>
  );
}
