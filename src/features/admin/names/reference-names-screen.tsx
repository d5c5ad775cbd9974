import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Removed } from '../../../data/database/removed.ts';
import type { Written } from '../../../data/database/write.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { Banner } from '../../../ui/messages/banner.tsx';
import { NameDeletionDialog } from './name-deletion-dialog.tsx';
import { ReferenceNameDialog } from './reference-name-dialog.tsx';
import { ReferenceNameTable } from './reference-name-table.tsx';
import { type ReferenceName, shownNames } from './reference-name.ts';
import type { ReferenceTexts } from './reference-texts.ts';
import { useNameDeletion } from './use-name-deletion.ts';
import { useWriteNotice } from '../shared/use-write-notice.ts';

export interface ReferenceNamesScreenProps {
  readonly texts: ReferenceTexts;
  /** What is searched for at first. */
  readonly search?: string;
  /** Undefined while they are read. */
  readonly names: readonly ReferenceName[] | undefined;
  /** They could not be read. */
  readonly failed: boolean;
  /** Reads the usage counts from the server again. */
  readonly reload: () => void;
  readonly onSave: (fields: {
    readonly id?: string;
    readonly name: string;
    readonly isActive: boolean;
  }) => Promise<Written<unknown>>;
  readonly onSwitch: (id: string, isActive: boolean) => Promise<Written<unknown>>;
  readonly onRemove: (id: string) => Promise<Written<Removed>>;
  /** Asks the server for the present usage of one; null without a reply. */
  readonly usageNow: (id: string) => Promise<number | null>;
}

/** Names that administrators keep: search, add, rename, activate, delete (002 §2, §4). */
export function ReferenceNamesScreen(props: ReferenceNamesScreenProps) {
  const { texts, search = '', names, failed, reload, onSave, onSwitch, onRemove, usageNow } = props;
  const [term, setTerm] = useState(search);
  const [includeInactive, setIncludeInactive] = useState(true);
  /** What the form adds or edits; null while it is closed. */
  const [form, setForm] = useState<{ readonly edited: ReferenceName | null } | null>(null);
  const { notice, tell } = useWriteNotice(texts.noun);
  const addButton = useRef<HTMLButtonElement>(null);
  const all = names ?? [];
  const deletion = useNameDeletion({ texts, names: all, usageNow, onRemove, tell, addButton });
  const shown = shownNames(all, term, includeInactive);
  const active = all.filter(({ isActive }) => isActive).length;

  const add = () => {
    setForm({ edited: null });
  };
  const save = async (edited: ReferenceName | null, fields: { readonly name: string; readonly isActive: boolean }) => {
    const written = await onSave({ ...(edited !== null && { id: edited.id }), ...fields });
    setForm(null);
    if (edited === null) tell(written, 'created', `Failed to create ${texts.noun}`);
    else tell(written, 'updated', `Failed to update ${texts.noun}`);
  };
  const switchStatus = async ({ id, isActive }: ReferenceName) => {
    const written = await onSwitch(id, !isActive);
    tell(written, isActive ? 'deactivated' : 'activated', `Failed to update ${texts.noun} status`);
  };

  return (
    <Page>
      <PageHeader
        title={texts.page}
        actions={
          <Button ref={addButton} variant="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
            Add {texts.title}
          </Button>
        }
      />
      {failed && <Banner tone="error">Failed to load {texts.nouns}</Banner>}
      {notice !== null && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <TextField
        label={`Search ${texts.nouns}`}
        labelHidden
        type="search"
        placeholder={`Search ${texts.nouns}...`}
        value={term}
        onChange={(event) => {
          setTerm(event.target.value);
        }}
      />
      <Checkbox
        label={`Include Inactive ${texts.titles}`}
        checked={includeInactive}
        onCheckedChange={(checked) => {
          setIncludeInactive(checked);
          reload();
        }}
      />
      {names !== undefined && (
        <p>
          Showing {shown.length} of {all.length} {texts.nouns} · {active} active, {all.length - active} inactive
        </p>
      )}
      <ReferenceNameTable
        texts={texts}
        names={names}
        shown={shown}
        failed={failed}
        onAdd={add}
        onEdit={(edited) => setForm({ edited })}
        onSwitch={(name) => void switchStatus(name)}
        onDelete={deletion.ask}
      />
      {form !== null && (
        <ReferenceNameDialog
          texts={texts}
          edited={form.edited}
          others={all.filter(({ id }) => id !== form.edited?.id).map(({ name }) => name)}
          onClose={() => setForm(null)}
          onSave={async (fields) => await save(form.edited, fields)}
        />
      )}
      <NameDeletionDialog texts={texts} deletion={deletion} />
    </Page>
  );
}
