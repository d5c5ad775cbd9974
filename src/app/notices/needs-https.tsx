import { Banner } from '../../ui/messages/banner.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';

/** Shown instead of the app where the browser gives a page neither service worker nor locks nor cryptography. */
export function NeedsHttps() {
  return (
    <Page width="form">
      <PageHeader title="Needs HTTPS" />
      <Banner tone="error">
        This address is not secure, so the browser does not let Holdfast keep your records safely on this device.
      </Banner>
      <p>
        Open Holdfast over https, or as http://localhost on the machine that runs it. The server's README describes how
        to put it behind a proxy with a certificate.
      </p>
    </Page>
  );
}
