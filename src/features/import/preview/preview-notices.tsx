import { Banner } from '../../../ui/messages/banner.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import type { ImportPreview, TransactionPreview } from '../../../../workers/api/worker-api.ts';
import styles from './preview-setup.module.css';

/** Names are listed only while they are few. */
const NAMED_ASSETS = 3;

function unlistedText(assets: TransactionPreview['unlistedAssets']): string {
  const names = assets
    .slice(0, NAMED_ASSETS)
    .map((asset) => asset.name || asset.isin)
    .join(', ');
  const more = assets.length > NAMED_ASSETS ? ` and ${formatCount(assets.length - NAMED_ASSETS)} more` : '';
  return assets.length === 1
    ? `1 security is not in the catalogue and will be added as unlisted, without a price: ${names}.`
    : `${formatCount(assets.length)} securities are not in the catalogue and will be added as unlisted, without a price: ${names}${more}.`;
}

/** Notes about how the file was read, and about the securities that it adds. */
export function PreviewNotices({ preview }: { readonly preview: ImportPreview }) {
  const addsSecurities = preview.kind === 'transactions' && preview.unlistedAssets.length > 0;
  if (!addsSecurities && preview.notices.length === 0) return null;
  return (
    <Banner tone="info">
      <ul className={styles.notices}>
        {addsSecurities && <li>{unlistedText(preview.unlistedAssets)}</li>}
        {preview.notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </Banner>
  );
}
