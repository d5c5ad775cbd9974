import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  labelOf,
  PRICE_SOURCES,
  type Option,
} from '../../../domain/fields/enums.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { FormActions, Section } from '../../ui/layout/page.tsx';
import { assetValuesOf, EXEMPTIONS } from './asset-form-values.ts';

/** A list's label, the raw value where the list has none, 'Not specified' for nothing (001 §2.6). */
function choice(options: readonly Option[], value: string): string {
  return value === '' ? 'Not specified' : labelOf(options, value);
}

export interface AssetDetailsProps {
  readonly asset: Asset;
  readonly isAdministrator: boolean;
}

/** An asset to read, in the form's sections (001 §2.6). */
export function AssetDetails({ asset, isAdministrator }: AssetDetailsProps) {
  const exemption = assetValuesOf(asset)['cgtExempt'] ?? '';
  return (
    <>
      <Section title="Basic Information">
        <Facts
          facts={[
            ['Asset Name', asset.name],
            ['Asset Type', choice(ASSET_TYPES, asset.type)],
            ['Category', choice(ASSET_CATEGORIES, asset.category)],
            ['Exclude from Price Updates', asset.excludeFromPriceUpdates ? 'Yes' : 'No'],
          ]}
        />
      </Section>
      <Section title="Asset Identifiers">
        <Facts
          facts={[
            ['ISIN', asset.isin || 'Not provided'],
            ['SEDOL', asset.sedol ?? 'Not provided'],
          ]}
        />
      </Section>
      <Section title="Financial Details">
        <Facts
          facts={[
            ['Income Treatment', choice(INCOME_TREATMENTS, asset.incomeTreatment)],
            ['Total Expense Ratio', `${asset.totalExpenseRatio}%`],
            ['Denomination', choice(DENOMINATIONS, asset.denomination)],
            ...(exemption === '' ? [] : [['Capital Gains Tax', choice(EXEMPTIONS, exemption)] as const]),
          ]}
        />
      </Section>
      <Section title="Price Data Configuration">
        <Facts
          facts={[
            ['Price Source', choice(PRICE_SOURCES, asset.priceSource)],
            ['Fetch Code', asset.fetchCode || 'Not specified'],
          ]}
        />
      </Section>
      <FormActions>
        {isAdministrator && (
          <ButtonLink to={`/assets/edit/${encodeURIComponent(asset.id)}`} variant="primary">
            Edit This Asset
          </ButtonLink>
        )}
        <ButtonLink to="/assets">Close</ButtonLink>
      </FormActions>
    </>
  );
}
