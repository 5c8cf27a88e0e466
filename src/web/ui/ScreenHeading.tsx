/**
 * The heading of a screen. Entering a screen moves the focus to it: screen readers announce the screen, and Tab
 * continues from there. The first screen after loading the page leaves the focus where the browser puts it.
 *
 *   ScreenHeading
 */
import Typography, { type TypographyProps } from '@mui/material/Typography';
import { useEffect, useRef } from 'react';

let entered = false;

export function ScreenHeading({ children, ...props }: TypographyProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A field of the screen that took the focus itself keeps it, and so does a dialog over the screen.
    const { activeElement } = document;
    const taken = activeElement?.localName !== 'main' && activeElement?.closest('main, [role=dialog]');
    if (entered && !taken) heading.current?.focus({ preventScroll: true });
    entered = true;
  }, []);
  return (
    <Typography variant="h1" {...props} ref={heading} component="h1" tabIndex={-1}>
      {children}
    </Typography>
  );
}
