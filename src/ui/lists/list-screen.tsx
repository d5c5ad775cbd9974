import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { Banner } from '../messages/banner.tsx';
import { ConfirmDialog } from '../messages/confirm-dialog.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps } from './data-table-types.ts';
import { ListToolbar, type ListToolbarProps } from './list-toolbar.tsx';
import { Page, PageHeader } from '../layout/page.tsx';
import { Pager } from './pager.tsx';
import { SelectionBanner } from './selection-banner.tsx';
import { useDelayed } from '../hooks/use-delayed.ts';
import { useListKeys } from './use-list-keys.ts';
import type { List } from './use-list.ts';

export interface ListScreenProps<Row, Filters, Field extends string>
  extends
    Pick<ListToolbarProps, 'onImport' | 'onAdd' | 'addTo' | 'readOnlyReason'>,
    Pick<DataTableProps<Row>, 'rowTone' | 'rowActions' | 'cardsBelow' | 'expansion'> {
  readonly list: List<Row, Filters, Field>;
  readonly pageSize: number;
  readonly columns: readonly Column<Row>[];
  /** Names a row in its checkbox. */
  readonly rowLabel: (row: Row) => string;
  /** The columns that sort; others do not. */
  readonly sortFields?: readonly Field[];
  /** The filters and the search. */
  readonly filterBar: ReactNode;
  /** Between the filters and the table, for example the result of a search. */
  readonly children?: ReactNode;
  /** Shown instead of rows when there are none. */
  readonly empty: ReactNode;
  /** Buttons before the list's own. */
  readonly toolbar?: ReactNode;
  /** False where the specification has no export. */
  readonly exportable?: boolean;
}

/** A list screen: title and buttons, filters, banners, table, pager and the deletion's dialog. A screen adds its columns and words. */
export function ListScreen<Row, Filters, Field extends string>(props: ListScreenProps<Row, Filters, Field>) {
  const {
    list,
    pageSize,
    columns,
    rowLabel,
    sortFields = [],
    filterBar,
    children,
    empty,
    toolbar,
    exportable = true,
    readOnlyReason,
    onImport,
    onAdd,
    addTo,
    ...table
  } = props;
  const { texts, state, page, rows, total, selection, actions } = list;
  const slow = useDelayed(page.loading);
  const count = selection.count;
  const isEmpty = !page.loading && page.error === undefined && rows.length === 0;
  const area = useRef<HTMLDivElement>(null);
  const canChange = readOnlyReason === undefined;
  const navigate = useNavigate();
  const add =
    addTo === undefined
      ? onAdd
      : () => {
          void navigate(addTo);
        };
  useListKeys({ area, onToggle: canChange ? selection.toggle : undefined, onAdd: canChange ? add : undefined });
  return (
    <Page areaRef={area}>
      <PageHeader
        title={texts.title}
        actions={
          <ListToolbar
            texts={texts}
            selectedCount={count}
            totalCount={total}
            loading={slow}
            exporting={actions.exporting}
            onExport={exportable ? actions.exportRows : undefined}
            onDelete={actions.askToDelete}
            onImport={onImport}
            onAdd={onAdd}
            addTo={addTo}
            readOnlyReason={readOnlyReason}
          >
            {toolbar}
          </ListToolbar>
        }
      />
      {filterBar}
      {children}
      {list.error !== null && <Banner tone="error">{list.error}</Banner>}
      {canChange && (
        <SelectionBanner texts={texts} selection={selection} total={total} onSelectAll={actions.selectAll} />
      )}
      {/*
       * In place of summary and table: where an empty list showed both first, its words must not move up. A filter that
       * leaves nothing keeps the head, with the focus on what sorts.
       */}
      {isEmpty && !list.filtered ? (
        empty
      ) : (
        <DataTable<Row>
          {...table}
          caption={texts.title}
          columns={columns}
          rows={rows}
          rowKey={list.rowKey}
          rowLabel={rowLabel}
          sort={state.sort}
          {...(sortFields.length > 0 && {
            onSort: (key: string) => {
              const field = sortFields.find((name) => name === key);
              if (field !== undefined) state.toggleSort(field);
            },
          })}
          selection={canChange ? selection : undefined}
          loading={page.loading}
          loadingText={texts.loading}
          empty={isEmpty ? empty : undefined}
        />
      )}
      <Pager
        page={page.data?.currentPage ?? state.page}
        pageSize={pageSize}
        totalCount={total}
        noun={texts.results}
        onPage={state.setPage}
      />
      <ConfirmDialog
        open={actions.confirming}
        data={
          actions.refusal === null
            ? { title: texts.confirmTitle, message: texts.confirmMessage(count) }
            : { title: texts.refusalTitle, message: actions.refusal, canDelete: false }
        }
        busy={actions.deleting}
        onConfirm={actions.deleteSelected}
        onCancel={actions.cancelDelete}
        confirmLabel={texts.confirmLabel(count)}
      />
    </Page>
  );
}
