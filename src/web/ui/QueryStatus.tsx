/** In place of what a query answers: a bar while it loads, the reason when it failed. */
import Alert from '@mui/material/Alert';
import { FailureText } from './FailureText.tsx';
import { detailOf, failureText } from './failure.ts';
import { LoadingBar } from './LoadingBar.tsx';

export function QueryStatus({
  query: { isPending, error },
  loading,
  action,
}: {
  query: { isPending: boolean; error: unknown };
  /** names the bar for screen readers */
  loading: string;
  /** what could not be done when it fails; absent: the message says so itself */
  action?: string;
}) {
  if (isPending) return <LoadingBar label={loading} />;
  if (!error) return null;
  return (
    <Alert severity="error">
      <FailureText text={action === undefined ? detailOf(error) : failureText(action, error)} />
    </Alert>
  );
}
