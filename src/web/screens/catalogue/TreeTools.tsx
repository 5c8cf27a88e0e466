/** Above a tree: a filter, and buttons that fold and unfold all its families. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { testTexts } from '../../texts/testScreens.ts';
import { FilterField } from '../../ui/FilterField.tsx';

const { tree: texts } = testTexts;

export function TreeTools({
  find,
  onFind,
  children,
}: {
  find: string;
  onFind: (text: string) => void;
  /** the tree */
  children: ReactNode;
}) {
  const tree = useRef<HTMLDivElement>(null);
  const [empty, setEmpty] = useState(false);
  // Folding is the browser's own state of `details`: hundreds of families change without drawing one again.
  const fold = (open: boolean) => {
    for (const part of tree.current?.querySelectorAll('details') ?? []) {
      // Categories stay open: what is folded are their families.
      part.open = open || part.querySelector('details') !== null;
    }
  };
  useEffect(() => {
    if (find !== '') for (const part of tree.current?.querySelectorAll('details') ?? []) part.open = true;
  }, [find]);
  useEffect(() => setEmpty(find !== '' && tree.current?.querySelector('details') === null));
  return (
    <>
      <FilterField label={texts.find} value={find} onChange={onFind} />
      <Stack direction="row" spacing={1} sx={{ my: 0.5 }}>
        <Button onClick={() => fold(false)}>{texts.fold}</Button>
        <Button onClick={() => fold(true)}>{texts.unfold}</Button>
      </Stack>
      <Box ref={tree}>{children}</Box>
      {empty && <Typography color="textSecondary">{texts.nothingFound(find)}</Typography>}
    </>
  );
}
