import { lazy, Suspense } from 'react';
import { useRouteError } from 'react-router-dom';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { BlockedNotice } from '../notices/blocked-notice.tsx';
import { isMissingPart } from '../notices/missing-chunk.ts';
import { MissingPart } from '../notices/missing-part.tsx';
import { OpeningFailed } from '../notices/opening-failed.ts';

const StorageTrouble = lazy(async () => ({ default: (await import('../notices/storage-trouble.tsx')).StorageTrouble }));

/** What a crash of a screen shows: what happened, what was kept, what to do. */
export function ErrorPage() {
  const error = useRouteError();
  if (isMissingPart(error)) return <MissingPart />;
  if (error instanceof OpeningFailed) {
    return (
      <Suspense fallback={<LoadingPage />}>
        <StorageTrouble message={error.message} />
      </Suspense>
    );
  }
  return (
    <Page width="form">
      <PageHeader title="This page could not be shown" />
      <p>Your saved records are kept on this device and nothing was changed. Reloading usually helps.</p>
      <Banner tone="error">{error instanceof Error ? error.message : String(error)}</Banner>
      <div>
        <Button
          variant="primary"
          onClick={() => {
            location.reload();
          }}
        >
          Reload
        </Button>
      </div>
    </Page>
  );
}

/** Before the first screen is there: an empty page, since a start takes only a moment unless another tab delays it. */
export function LoadingPage() {
  return (
    <>
      <div aria-busy="true" />
      <BlockedNotice />
    </>
  );
}
