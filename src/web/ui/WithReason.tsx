/**
 * Shows, on hover, why a control is disabled. A disabled control itself gets no pointer events.
 *
 *   WithReason
 */
import Tooltip from '@mui/material/Tooltip';
import type { ReactElement } from 'react';

/** @param reason undefined if the control is enabled */
export function WithReason({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  return (
    <Tooltip title={reason ?? ''} describeChild>
      <span>{children}</span>
    </Tooltip>
  );
}
