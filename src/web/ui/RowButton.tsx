/**
 * Buttons in the rows of a table: each is named with what its row is about, so that no two are alike to those who hear them.
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
