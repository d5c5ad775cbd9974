import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Property } from '../../domain/records.ts';
import { useAccounts } from '../features/accounts/use-accounts.ts';
import { PropertyPriceImport } from '../features/import/property-price-import.tsx';
import { PropertyFormScreen } from '../features/properties/property-form-screen.tsx';

/** /properties/new and /properties/edit/:id */
export function PropertyFormPage() {
  const { id } = useParams();
  const { key } = useLocation();
  const accounts = useAccounts();
  const [importing, setImporting] = useState<Property | null>(null);
  return (
    <>
      <PropertyFormScreen key={key} id={id} accounts={accounts} onImportPrices={setImporting} />
      {importing !== null && (
        <PropertyPriceImport
          property={importing}
          onClose={() => {
            setImporting(null);
          }}
        />
      )}
    </>
  );
}
