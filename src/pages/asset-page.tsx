import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Asset } from '../../domain/records/records.ts';
import { type AssetMode, AssetScreen } from '../features/assets/asset-screen.tsx';
import { PriceHistorySection } from '../features/prices/price-history-section.tsx';
import { FormVisit } from '../ui/forms/form-visit.tsx';

// Few visits import anything, and this draws in the preview of files.
const PriceImport = lazy(async () => ({
  default: (await import('../features/import/records/price-import.tsx')).PriceImport,
}));

/** /assets/new, /assets/view/{id} and /assets/edit/{id} */
function AssetPage({ mode }: { readonly mode: AssetMode }) {
  const { id } = useParams();
  const [importing, setImporting] = useState<Asset | null>(null);
  return (
    <>
      <FormVisit>
        <AssetScreen
          mode={mode}
          id={id}
          priceHistory={(asset) => (
            <PriceHistorySection
              asset={asset}
              onImport={() => {
                setImporting(asset);
              }}
            />
          )}
        />
      </FormVisit>
      {importing !== null && (
        <Suspense>
          <PriceImport
            asset={importing}
            onClose={() => {
              setImporting(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

export function NewAssetPage() {
  return <AssetPage mode="new" />;
}

export function EditAssetPage() {
  return <AssetPage mode="edit" />;
}

export function ViewAssetPage() {
  return <AssetPage mode="view" />;
}
