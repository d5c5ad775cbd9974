import { useParams } from 'react-router-dom';
import { guideDocument } from '../features/help/guide.ts';
import { HelpContents, HelpDocument } from '../features/help/help-screen.tsx';
import { Page, PageHeader } from '../ui/layout/page.tsx';

/** /help and /help/:page */
export function HelpPage() {
  const { page } = useParams();
  const document = page === undefined ? null : guideDocument(page);
  if (page === undefined || document === null)
    return (
      <Page width="form">
        <PageHeader title="Help" />
        <HelpContents missing={page ?? null} />
      </Page>
    );
  return (
    <Page width="form">
      <PageHeader title={document.title} breadcrumb={[{ label: 'Help', to: '/help' }, { label: document.title }]} />
      <HelpDocument page={page} document={document} />
    </Page>
  );
}
