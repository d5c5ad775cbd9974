import { Download, FileUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, IconLink } from '../controls/icon-button.tsx';
import type { ListTexts } from '../texts/list-texts.ts';

// One element each: React does not draw the same element again.
const ICONS = {
  download: <Download aria-hidden="true" />,
  remove: <Trash2 aria-hidden="true" />,
  file: <FileUp aria-hidden="true" />,
  add: <Plus aria-hidden="true" />,
};

export interface ListToolbarProps {
  readonly texts: ListTexts;
  readonly selectedCount: number;
  readonly totalCount: number;
  readonly loading: boolean;
  readonly exporting: boolean;
  /** Without it there is no export button; likewise the others. */
  readonly onExport?: (() => void) | undefined;
  readonly onDelete?: (() => void) | undefined;
  readonly onImport?: (() => void) | undefined;
  readonly onAdd?: (() => void) | undefined;
  /** Where the form is, for a link in place of `onAdd`. */
  readonly addTo?: string | undefined;
  /** Why the user may not change the list; disables the buttons that would, and is their tooltip. */
  readonly readOnlyReason?: string | undefined;
  /** Buttons before these, for example the values button. */
  readonly children?: ReactNode;
}

/** The icon buttons of a list, the main one last. */
export function ListToolbar({
  texts,
  selectedCount,
  totalCount,
  loading,
  exporting,
  onExport,
  onDelete,
  onImport,
  onAdd,
  addTo,
  readOnlyReason,
  children,
}: ListToolbarProps) {
  const isReadOnly = readOnlyReason !== undefined;
  const exportLabel =
    totalCount === 0 ? texts.exportNone : selectedCount > 0 ? texts.exportSelected(selectedCount) : texts.exportAll;
  const deleteLabel = selectedCount > 0 ? texts.deleteSelected(selectedCount) : texts.deleteNone;
  return (
    <>
      {children}
      {onExport && (
        <IconButton
          label={exportLabel}
          icon={ICONS.download}
          disabled={loading || totalCount === 0}
          loading={exporting}
          onClick={onExport}
        />
      )}
      {onDelete && (
        <IconButton
          label={deleteLabel}
          reason={readOnlyReason}
          icon={ICONS.remove}
          tone="danger"
          disabled={isReadOnly || selectedCount === 0}
          onClick={onDelete}
        />
      )}
      {onImport && (
        <IconButton
          label={texts.importRows}
          reason={readOnlyReason}
          icon={ICONS.file}
          disabled={isReadOnly}
          onClick={onImport}
        />
      )}
      {addTo !== undefined && <IconLink label={texts.addRow} icon={ICONS.add} tone="primary" to={addTo} />}
      {onAdd && (
        <IconButton
          label={texts.addRow}
          reason={readOnlyReason}
          icon={ICONS.add}
          tone="primary"
          disabled={isReadOnly}
          onClick={onAdd}
        />
      )}
    </>
  );
}
