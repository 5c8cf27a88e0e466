/**
 * Families with alternatives, as native details and radio buttons: hundreds of leaves are drawn in a tenth of a second, and
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
  /** must be the same list as before if nothing changed */
  leaves: readonly TreeLeaf[];
  /** the label of the leaf for no choice; absent: "none"; null: the family has no such leaf */
  none?: string | null;
}

/** of a level, pixels */
const INDENT = 30;

interface TreeOptions {
  /** a click on the chosen leaf chooses none, if the family has such a leaf */
  toggle?: boolean;
  /** where a long description is cut to 80 characters; the other has all of it */
  cutIn: 'text' | 'tooltip';
}
interface FamilyProps extends TreeOptions {
  family: TreeFamily;
  /** '' for none */
  chosen: string;
  onChoose: (family: string, leaf: string) => void;
}

/** A click changes one of hundreds of families: the others are not drawn again. */
const isUnchanged = (a: FamilyProps, b: FamilyProps): boolean =>
  a.chosen === b.chosen &&
  a.onChoose === b.onChoose &&
  a.toggle === b.toggle &&
  a.cutIn === b.cutIn &&
  a.family.name === b.family.name &&
  a.family.title === b.family.title &&
  a.family.none === b.family.none &&
  a.family.leaves === b.family.leaves;

const Family = memo(function Family({ family, chosen, toggle = false, cutIn, onChoose }: FamilyProps) {
  // A family's name cannot be an id: it may contain blanks, and be in another tree of the page as well.
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
        // `change` does not fire for a click on the chosen leaf.
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
}, isUnchanged);

export function RadioTree({
  label,
  families,
  chosen,
  onChoose,
  ...options
}: TreeOptions & {
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
          {...options}
        />
      ))}
    </Box>
  );
}
