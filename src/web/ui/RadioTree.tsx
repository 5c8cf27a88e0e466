/**
 * Families with alternatives, as native details and radio buttons: hundreds of leaves open in a tenth of a second, and
 * the keyboard works as in any form.
 *
 *   TreeFamily, RadioTree
 */
import Box from '@mui/material/Box';
import { memo, useId } from 'react';
import { truncate } from './truncate.ts';

export interface TreeLeaf {
  id: string;
  description: string;
  /** cannot be chosen now */
  disabled?: boolean;
}
export interface TreeFamily {
  name: string;
  /** absent: the name */
  title?: string;
  /** the same list as before where nothing changed */
  leaves: readonly TreeLeaf[];
  /** what the leaf for no choice reads; absent: none; null: the family has no such leaf */
  none?: string | null;
}

/** pixels that a level stands in */
const INDENT = 30;

interface Look {
  /** a click on the chosen leaf takes the choice back, where the family has a leaf for none */
  toggle?: boolean;
  /** where a long description is cut to its first 80 characters; the other place has the whole */
  cutIn: 'text' | 'tooltip';
}
interface FamilyProps extends Look {
  family: TreeFamily;
  /** '' for none */
  chosen: string;
  onChoose: (family: string, leaf: string) => void;
}

/** Of hundreds of families a click changes one: the others are not drawn again. */
const alike = (a: FamilyProps, b: FamilyProps): boolean =>
  a.chosen === b.chosen &&
  a.onChoose === b.onChoose &&
  a.toggle === b.toggle &&
  a.cutIn === b.cutIn &&
  a.family.name === b.family.name &&
  a.family.title === b.family.title &&
  a.family.none === b.family.none &&
  a.family.leaves === b.family.leaves;

const Family = memo(function Family({ family, chosen, toggle = false, cutIn, onChoose }: FamilyProps) {
  // The family's name would not do as an id: it can hold blanks, and stand in another tree of the page as well.
  const title = useId();
  const click = (id: string) => {
    if (chosen !== id) onChoose(family.name, id);
    else if (toggle && id !== '' && family.none !== null) onChoose(family.name, '');
  };
  const leaf = (id: string, text: string, description: string, disabled = false) => (
    <label
      key={id}
      title={(cutIn === 'tooltip' ? truncate(description) : description) || undefined}
      data-disabled={disabled || undefined}
    >
      <input
        type="radio"
        name={title}
        checked={chosen === id}
        disabled={disabled}
        // `change` alone would not tell of a click on the chosen one.
        onClick={() => click(id)}
        onChange={() => {}}
      />
      <span>
        {id === '' ? <i>{text}</i> : text}
        {description !== '' && <small>{cutIn === 'text' ? truncate(description) : description}</small>}
      </span>
    </label>
  );
  return (
    <details open>
      <summary id={title}>{family.title ?? family.name}</summary>
      <div role="radiogroup" aria-labelledby={title}>
        {family.leaves.map(({ id, description, disabled }) => leaf(id, id, description, disabled))}
        {family.none !== null && leaf('', family.none ?? 'none', '')}
      </div>
    </details>
  );
}, alike);

export function RadioTree({
  label,
  families,
  chosen,
  onChoose,
  ...look
}: Look & {
  label: string;
  families: readonly TreeFamily[];
  chosen: ReadonlyMap<string, string>;
  onChoose: (family: string, leaf: string) => void;
}) {
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{
        '& summary': { cursor: 'pointer', fontWeight: 600, py: 0.5, borderRadius: 1, px: 0.5 },
        '& summary:hover, & label:hover': { bgcolor: 'action.hover' },
        '& [role=radiogroup]': { ml: `${INDENT}px`, display: 'flex', flexDirection: 'column' },
        '& label': {
          display: 'flex',
          gap: 1,
          alignItems: 'baseline',
          py: 0.25,
          px: 0.5,
          borderRadius: 1,
          cursor: 'pointer',
        },
        '& label[data-disabled]': { opacity: 0.5, cursor: 'default', textDecoration: 'line-through' },
        '& label:has(:checked)': { color: 'primary.main', fontWeight: 600 },
        '& label:has(:focus-visible), & summary:focus-visible': {
          outline: 2,
          outlineColor: 'primary.main',
          outlineStyle: 'solid',
        },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0, flex: 'none', alignSelf: 'center' },
        '& small': { display: 'block', color: 'text.secondary', fontWeight: 400, fontSize: '0.85em' },
      }}
    >
      {families.map((family) => (
        <Family
          key={family.name}
          family={family}
          chosen={chosen.get(family.name) ?? ''}
          onChoose={onChoose}
          {...look}
        />
      ))}
    </Box>
  );
}
