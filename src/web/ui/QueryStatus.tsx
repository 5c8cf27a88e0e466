/** Shown in place of a query's answer: a progress bar while it loads; if it failed, the reason and a button to try again. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { SxProps, Theme } from '@mui/material/styles';
import { widgetTexts } from '../texts/widgets.ts';
import { FailureText } from './FailureText.tsx';
import { detailOf, failureText } from './failure.ts';
import { LoadingBar } from './LoadingBar.tsx';

export function QueryStatus({
  query: { isPending, isFetching, error, refetch },
  loading,
  action,
  sx,
}: {
  query: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  /** names the bar for screen readers */
  loading: string;
  /** what could not be done if it fails; absent: the message says so itself */
  action?: string;
  /** of the message */
  sx?: SxProps<Theme>;
}) {
  if (isPending) return <LoadingBar label={loading} />;
  if (!error) return null;
  return (
    <Alert
      severity="error"
      {...(sx !== undefined && { sx })}
      action={
        <Button color="inherit" loading={isFetching} onClick={() => void refetch()}>
          {widgetTexts.tryAgain}
        </Button>
      }
    >
      <FailureText text={action === undefined ? detailOf(error) : failureText(action, error)} />
    </Alert>
  );
}
