/**
 * Buttons in the rows of a table: the accessible name of each contains the subject of its row, so that no two sound the
 * same.
 *
 *   RowName      a context: the name of the row; '' outside of rows
 *   RowButton
 *   ROW_ICON_BUTTON   style of a button with an icon: as small as a target may be
 */
import Button, { type ButtonProps } from '@mui/material/Button';
import { createContext, useContext } from 'react';

export const RowName = createContext('');

/** 24 pixels are the least for a target (WCAG 2.5.8). */
export const ROW_ICON_BUTTON = { p: 0.25, minWidth: 24, minHeight: 24 } as const;

export function RowButton(props: ButtonProps) {
  const row = useContext(RowName);
  const { children } = props;
  return (
    <Button {...(row !== '' && typeof children === 'string' && { 'aria-label': `${children} ${row}` })} {...props} />
  );
}
