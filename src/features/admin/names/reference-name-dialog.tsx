import { useId, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { DeviceOnly } from '../../../ui/messages/device-only.tsx';
import { Dialog } from '../../../ui/messages/dialog.tsx';
import { FieldStack } from '../../../ui/layout/page.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import type { ReferenceName } from './reference-name.ts';
import { NAME_LIMIT, nameFault, type ReferenceTexts } from './reference-texts.ts';

export interface ReferenceNameDialogProps {
  readonly texts: ReferenceTexts;
  /** What is edited; null to add. */
  readonly edited: ReferenceName | null;
  /** The names of the other records. */
  readonly others: readonly string[];
  readonly onSave: (fields: { readonly name: string; readonly isActive: boolean }) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds or edits one name. To be mounted again for each. */
export function ReferenceNameDialog({ texts, edited, others, onSave, onClose }: ReferenceNameDialogProps) {
  const form = useId();
  const [name, setName] = useState(edited?.name ?? '');
  const [isActive, setActive] = useState(edited?.isActive ?? true);
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const fault = nameFault(name, texts, others);
  const submit = async () => {
    setTouched(true);
    if (fault !== null || busy) return;
    setBusy(true);
    await onSave({ name: name.trim(), isActive });
    setBusy(false);
  };
  return (
    <Dialog
      open
      size="small"
      busy={busy}
      onClose={onClose}
      title={`${edited === null ? 'Add' : 'Edit'} ${texts.title}`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {edited === null ? 'Create' : 'Update'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FieldStack>
          <TextField
            label={`${texts.title} *`}
            width="full"
            autoComplete="off"
            value={name}
            hint={`At most ${NAME_LIMIT} characters`}
            error={touched ? fault : null}
            onBlur={() => {
              setTouched(name !== '');
            }}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
          <Checkbox label="Active" checked={isActive} onCheckedChange={setActive} />
          {!isActive && texts.isStatusOurs && <DeviceOnly what="fields" />}
          <p>Only active {texts.nouns} appear in selection lists</p>
        </FieldStack>
      </form>
    </Dialog>
  );
}
