import { VerificationScreen } from '../features/capital-gains/verification-screen.tsx';
import { Page } from '../ui/layout/page.tsx';

/** /capital-gains/verify */
export function VerificationPage() {
  return (
    <Page>
      <VerificationScreen />
    </Page>
  );
}
