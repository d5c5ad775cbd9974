import { RefreshCw } from 'lucide-react';
import { askGoldDebug } from '../../../sync/ask/admin-calls.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { formatDate } from '../../../ui/texts/date-text.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { type Figure, formatFigure, formatMoney } from '../../../ui/texts/format.ts';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import styles from '../shared/admin.module.css';
import { ServerPart } from '../shared/server-part.tsx';
import { useServerAnswer } from '../shared/use-server-answer.ts';

const NOT_AVAILABLE = 'N/A';

function decimals(value: Figure | null, places: number): string {
  return value === null ? NOT_AVAILABLE : formatFigure(value, places);
}

/** How the price of gold is calculated, step by step (002 §2). */
export function CommodityDebugScreen() {
  const view = useServerAnswer('gold-steps', askGoldDebug);
  return (
    <Page>
      <PageHeader
        title="Commodity Price Debug - Gold"
        actions={
          <Button icon={<RefreshCw size={16} aria-hidden="true" />} loading={view.asking} onClick={view.refresh}>
            {view.asking ? 'Loading...' : 'Refresh Debug Info'}
          </Button>
        }
      />
      <ServerPart view={view} failureText={(message) => (view.isSilent ? 'Failed to load debug information' : message)}>
        {({ raw, known: data }) => (
          <>
            <Section title="Raw API Response (for debugging)">
              <pre className={styles.code} tabIndex={0} aria-label="Raw API Response (for debugging)">
                {JSON.stringify(raw, null, 2)}
              </pre>
            </Section>
            <Section title="Raw API Data">
              <Facts
                facts={[
                  ['XAU Rate from API', decimals(data.rawData.XAU_Rate_From_API, 8)],
                  ['USD to GBP Rate', decimals(data.rawData.USD_To_GBP_Rate, 4)],
                  ['Comment', data.rawData.Comment],
                ]}
              />
            </Section>
            <Section title="Price Calculations">
              <Facts
                facts={[
                  [
                    'USD Price per Ounce',
                    data.calculations.USD_Price_Per_Ounce === null
                      ? NOT_AVAILABLE
                      : formatMoney(data.calculations.USD_Price_Per_Ounce, { currency: 'USD' }),
                  ],
                  [
                    'GBP Price per Ounce',
                    data.calculations.GBP_Price_Per_Ounce === null
                      ? NOT_AVAILABLE
                      : formatMoney(data.calculations.GBP_Price_Per_Ounce),
                  ],
                  ['Formula', data.calculations.Formula],
                ]}
              />
            </Section>
            <Section title="Asset Information">
              {data.assetInfo === null ? (
                <p className={styles.muted}>Gold is not in the catalogue.</p>
              ) : (
                <Facts
                  facts={[
                    ['Name', data.assetInfo.Name],
                    ['ISIN', data.assetInfo.ISIN],
                    ['Type', data.assetInfo.Type],
                    ['Price Source', data.assetInfo.PriceSource],
                  ]}
                />
              )}
            </Section>
            <Section title="Stored Price Data">
              {data.storedPrice === null ? (
                <p className={styles.muted}>No price of gold is stored.</p>
              ) : (
                <Facts
                  facts={[
                    ['Close Price', `${formatFigure(data.storedPrice.ClosePrice, 2)} ${data.storedPrice.Currency}`],
                    ['Price Date', formatDate(data.storedPrice.PriceDate)],
                    ['Source', data.storedPrice.Source],
                  ]}
                />
              )}
            </Section>
          </>
        )}
      </ServerPart>
    </Page>
  );
}
