/**
 * Buttons in the rows of a table: the accessible name of each contains the subject of its row, so that no two sound the
 * same.
 *
 *   RowName      a context: the name of the row; '' outside of rows
 *   RowButton
 */
import Button, { type ButtonProps } from '@mui/material/Button';
import { createContext, useContext } from 'react';

export const RowName = createContext('');

export function RowButton(props: ButtonProps) {
  const row = useContext(RowName);
  const { children } = props;
  return (
    <Button {...(row !== '' && typeof children === 'string' && { 'aria-label': `${children} ${row}` })} {...props} />
  );
}
