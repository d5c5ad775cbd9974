import { AdminRequiredNotice } from '../features/dashboard/admin-required-notice.tsx';
import { HoldingsSummary } from '../features/dashboard/holdings-summary.tsx';
import { useIncludeCash } from '../features/dashboard/use-include-cash.ts';
import { Page, PageHeader } from '../ui/page.tsx';
import { useHeaderToggle } from '../ui/page-controls.ts';

/** /dashboard, with `error=admin-required` after an administrators' page was refused */
export function DashboardPage() {
  const [includeCash, setIncludeCash] = useIncludeCash();
  useHeaderToggle(includeCash, setIncludeCash, 'Include cash & savings');
  return (
    <Page>
      <PageHeader title="Portfolio Holdings Summary" />
      <AdminRequiredNotice />
      <HoldingsSummary includeCash={includeCash} />
    </Page>
  );
}
