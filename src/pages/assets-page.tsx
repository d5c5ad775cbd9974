import { useState } from 'react';
import { AssetsScreen } from '../features/assets/assets-screen.tsx';
import { AssetImport } from '../features/import/records/asset-import.tsx';

/** /assets */
export function AssetsPage() {
  const [importing, setImporting] = useState(false);
  return (
    <>
      <AssetsScreen
        onImport={() => {
          setImporting(true);
        }}
      />
      {importing && (
        <AssetImport
          onClose={() => {
            setImporting(false);
          }}
        />
      )}
    </>
  );
}
