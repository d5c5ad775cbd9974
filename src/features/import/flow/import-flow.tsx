import type { ReactNode } from 'react';
import { ImportDialog } from './import-dialog.tsx';
import type { PreviewItem } from '../entity/import-entity.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { useImport, type UseImportOptions } from './use-import.ts';

export interface ImportFlowProps<Row extends PreviewItem> extends UseImportOptions<Row> {
  /** Brokers that can be chosen for rows with an unknown one. */
  readonly brokers?: readonly { readonly id: string; readonly name: string }[];
  /** Further fields of the import dialog. */
  readonly children?: ReactNode;
}

/**
 * The import of any entity: the import dialog, then the preview (000 §2.10, §2.11). Render it only while it is open:
 * each time it starts afresh.
 */
export function ImportFlow<Row extends PreviewItem>({ brokers = [], children, ...options }: ImportFlowProps<Row>) {
  const flow = useImport(options);
  const { entity, source } = options;
  if (flow.preview !== null)
    return (
      <PreviewDialog
        key={flow.preview.previewId}
        entity={entity}
        preview={flow.preview}
        source={source}
        brokers={brokers}
        flow={flow}
      />
    );
  return (
    <ImportDialog entity={entity} flow={flow}>
      {children}
    </ImportDialog>
  );
}
