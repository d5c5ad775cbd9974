import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';

/** Names the address without a page that redirected here; disappears when it is dismissed or the dashboard is left. */
export function UnknownAddressNotice() {
  const { state, search } = useLocation() as { readonly state: unknown; readonly search: string };
  const navigate = useNavigate();
  const address: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'unknownAddress') : undefined;
  if (typeof address !== 'string') return null;
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" onClick={() => void navigate({ search }, { replace: true, state: null })}>
          Dismiss
        </Button>
      }
    >
      There is no page at {address}. Check the address, or continue from the dashboard.
    </Banner>
  );
}
