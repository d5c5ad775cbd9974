import { useNavigate } from 'react-router-dom';
import { ASSET_CATEGORIES, ASSET_TYPES, isOptionOf } from '../../../domain/fields/enums.ts';
import { ASSETS_PAGE_SIZE } from '../../../domain/lists/asset-list.ts';
import { mayChangeLists } from '../../sync/session/session.ts';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import type { List } from '../../ui/lists/use-list.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import type { AssetRow } from '../../../workers/api/worker-api.ts';
import { assetColumns } from './asset-columns.tsx';
import type { AssetFilters } from './asset-filters.ts';
import { useAssets } from './use-assets.ts';
import { usePriceStatuses } from './use-price-statuses.ts';

/** Why the buttons are disabled for others. */
const ADMINISTRATORS_ONLY = 'Only administrators can change the asset catalogue';

type AssetList = List<AssetRow, AssetFilters, never>;

/** The asset list (001 §2.3). */
export function AssetsScreen({ onImport }: { readonly onImport: () => void }) {
  const navigate = useNavigate();
  const now = useNow();
  const list = useAssets();
  const statuses = usePriceStatuses();
  const isAdministrator = mayChangeLists();
  return (
    <ListScreen
      list={list}
      pageSize={ASSETS_PAGE_SIZE}
      columns={assetColumns({ isAdministrator, statuses, now })}
      rowLabel={(row) => row.name}
      readOnlyReason={isAdministrator ? undefined : ADMINISTRATORS_ONLY}
      filterBar={<AssetsFilterBar list={list} />}
      onImport={onImport}
      onAdd={() => {
        void navigate('/assets/new');
      }}
      cardsBelow="large"
      empty={<NoAssets list={list} isAdministrator={isAdministrator} onImport={onImport} />}
    />
  );
}

function AssetsFilterBar({ list }: { readonly list: AssetList }) {
  const { filters } = list.state;
  return (
    <FilterBar
      search={
        <SearchBox
          value={filters.search}
          onSearch={(search) => {
            list.setFilters({ search });
          }}
          placeholder="Search assets..."
        />
      }
      activeCount={Object.values(filters).filter((value) => value !== '').length}
      searching={filters.search !== ''}
      onClear={list.clearFilters}
      onLink={list.linkView}
    >
      <SelectField
        label="Category"
        labelHidden
        placeholder="All Categories"
        options={ASSET_CATEGORIES}
        value={filters.category}
        onChange={({ target: { value } }) => {
          list.setFilters({ category: isOptionOf(ASSET_CATEGORIES, value) ? value : '' });
        }}
      />
      <SelectField
        label="Type"
        labelHidden
        placeholder="All Types"
        options={ASSET_TYPES}
        value={filters.type}
        onChange={({ target: { value } }) => {
          list.setFilters({ type: isOptionOf(ASSET_TYPES, value) ? value : '' });
        }}
      />
    </FilterBar>
  );
}

interface NoAssetsProps {
  readonly list: AssetList;
  readonly isAdministrator: boolean;
  readonly onImport: () => void;
}

function NoAssets({ list, isAdministrator, onImport }: NoAssetsProps) {
  const { hasServer } = useServerPresence();
  if (list.filtered) {
    const title =
      list.search === '' ? 'No assets found with the selected filters.' : 'No assets found matching your search.';
    return <EmptyState title={title} action={<Button onClick={list.clearFilters}>Show all assets</Button>} />;
  }
  if (!isAdministrator)
    return (
      <EmptyState title="No assets found.">
        An administrator of this server adds the securities that can be chosen.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No assets found."
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            Import assets
          </Button>
          <ButtonLink to="/assets/new">Add the first asset</ButtonLink>
        </>
      }
    >
      {hasServer
        ? 'The securities that all users of this server can choose appear here.'
        : 'The securities that you can choose appear here.'}
    </EmptyState>
  );
}
