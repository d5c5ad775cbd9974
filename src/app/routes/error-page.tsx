import { lazy, Suspense } from 'react';
import { useRouteError } from 'react-router-dom';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
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

/** A start that takes less than this many milliseconds shows nothing before the first screen. */
const SHORT_START = 1000;

/**
 * Before the first screen is there: an empty page for a moment, then the outline of one. Another tab may delay a start,
 * as may a server that does not answer a new device.
 */
export function LoadingPage() {
  const isLong = useDelayed(true, SHORT_START);
  return (
    <>
      {isLong ? (
        <Page>
          <SkeletonBlock lines={6} text="Opening Holdfast..." />
        </Page>
      ) : (
        <div aria-busy="true" />
      )}
      <BlockedNotice />
    </>
  );
}
