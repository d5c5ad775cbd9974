import { useState } from 'react';
import { SecurityPriceImport } from '../features/import/records/security-price-import.tsx';
import { MissingPricesScreen } from '../features/prices/missing-prices-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /holdings/prices */
export function MissingPricesPage() {
  const [importing, setImporting] = useState<{ readonly pasted: string | null } | null>(null);
  return (
    <Page>
      <MissingPricesScreen
        onImport={(pasted) => {
          setImporting({ pasted });
        }}
      />
      {importing !== null && (
        <SecurityPriceImport
          pasted={importing.pasted}
          onClose={() => {
            setImporting(null);
          }}
        />
      )}
    </Page>
  );
}
