import { useSearchParams } from 'react-router-dom';
import { Banner } from '../../ui/messages/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';

/** Says why an administrators' page redirected here (000 §6); the query parameter is removed when it is dismissed. */
export function AdminRequiredNotice() {
  const [parameters, setParameters] = useSearchParams();
  const { hasServer } = useServerPresence();
  if (parameters.get('error') !== 'admin-required') return null;
  const dismiss = () => {
    const rest = new URLSearchParams(parameters);
    rest.delete('error');
    setParameters(rest, { replace: true });
  };
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      {hasServer
        ? 'That page is for administrators only.'
        : 'That page needs a server, and these records are on this device only.'}
    </Banner>
  );
}
