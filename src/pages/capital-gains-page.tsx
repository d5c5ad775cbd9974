import { useAccounts } from '../features/accounts/use-accounts.ts';
import { GainsScreen } from '../features/capital-gains/gains-screen.tsx';
import { HelpLink } from '../ui/controls/help-link.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

/** /capital-gains */
export function CapitalGainsPage() {
  const accounts = useAccounts();
  return (
    <Page>
      <PageHeader title="Capital Gains Tax" actions={<HelpLink page="gains">How gains are calculated</HelpLink>} />
      <GainsScreen accounts={accounts} />
    </Page>
  );
}
