import { useState } from 'react';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { reloadWhenServed } from './missing-chunk.ts';

/** Instead of a screen whose code this browser does not have and could not fetch. */
export function MissingPart() {
  const [busy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    setUnanswered(!(await reloadWhenServed()));
    setBusy(false);
  };
  return (
    <Page width="form">
      <PageHeader title="This page is not on this device yet" />
      <p>
        It could not be fetched from the server. Your saved records are kept on this device. Go back, or try again when
        you are connected.
      </p>
      {unanswered && <Banner tone="error">The server did not answer.</Banner>}
      <div>
        <Button variant="primary" loading={busy} onClick={() => void tryAgain()}>
          Try again
        </Button>{' '}
        <Button
          onClick={() => {
            history.back();
          }}
        >
          Go back
        </Button>
      </div>
    </Page>
  );
}
