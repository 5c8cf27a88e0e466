/**
 * A control that can be disabled, and why it is, on hover: a disabled control itself is told of no pointer.
 *
 *   WithReason
 */
import Tooltip from '@mui/material/Tooltip';
import type { ReactElement } from 'react';

/** @param reason undefined while the control can be used */
export function WithReason({ reason, children }: { reason: string | undefined; children: ReactElement }) {
  return (
    <Tooltip title={reason ?? ''} describeChild>
      <span>{children}</span>
    </Tooltip>
  );
}
