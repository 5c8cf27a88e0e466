/**
 * Families with alternatives, as native details and radio buttons: hundreds of leaves are drawn in a tenth of a second, and
 * the keyboard works as in any form. Arrow keys move over leaves; a leaf is chosen when they rest on it.
 *
 *   TreeFamily, RadioTree
 *   matchingFamilies    the families and leaves in which a text is found
 */
import Box from '@mui/material/Box';
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { truncate } from './truncate.ts';
import { useAim } from './useAim.ts';

export interface TreeLeaf {
  id: string;
  /** as text; shown if the description does not begin with it */
  label?: string;
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
  /** label of the leaf for no choice; absent: "none"; null: the family has no such leaf */
  none?: string | null;
  /** the leaf that carries a mark, and the mark's text */
  marked?: { readonly id: string; readonly text: string };
}
/** leaf -> a small picture; must be the same map as before if nothing changed */
export type Swatches = ReadonlyMap<string, { readonly src: string; readonly crossOrigin?: 'use-credentials' }>;

/** of a level, pixels */
const INDENT = 30;
/** A leaf is chosen when an arrow key has rested on it for this long, milliseconds, because each choice is painted. */
const REST_MS = 350;

type OnAim = (family: string, leaf: string, isPressed: boolean) => void;

interface TreeOptions {
  /** a click on the chosen leaf chooses none, if the family has such a leaf */
  toggle?: boolean;
  /** whether a long description is cut to 80 characters */
  cutIn: 'text' | 'tooltip';
  swatches?: Swatches | undefined;
}
interface FamilyProps extends TreeOptions {
  family: TreeFamily;
  /** '' for none */
  chosen: string;
  onChoose: (family: string, leaf: string) => void;
  /** Called before a leaf is chosen: the pointer or an arrow key rests on it, or the mouse is pressed on it. */
  onAim?: OnAim | undefined;
}

/** A click changes one of hundreds of families; the others are not rendered again. */
const isUnchanged = (a: FamilyProps, b: FamilyProps): boolean =>
  a.chosen === b.chosen &&
  a.onChoose === b.onChoose &&
  a.onAim === b.onAim &&
  a.toggle === b.toggle &&
  a.cutIn === b.cutIn &&
  a.swatches === b.swatches &&
  a.family.name === b.family.name &&
  a.family.title === b.family.title &&
  a.family.none === b.family.none &&
  a.family.marked?.id === b.family.marked?.id &&
  a.family.leaves === b.family.leaves;

/** @returns only what contains the text, ignoring case; all of a family whose title contains it */
export function matchingFamilies<F extends TreeFamily>(families: readonly F[], text: string): F[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...families];
  const has = (...texts: (string | undefined)[]) => texts.some((one) => one?.toLowerCase().includes(wanted));
  return families.flatMap((family) => {
    if (has(family.name, family.title)) return [family];
    const leaves = family.leaves.filter(({ id, label, description }) => has(id, label, description));
    return leaves.length === 0 ? [] : [{ ...family, leaves }];
  });
}

const Family = memo(function Family({ family, chosen, toggle = false, cutIn, swatches, onChoose, onAim }: FamilyProps) {
  // A family's name cannot be an id: it may contain blanks and occur in another tree of the page.
  const title = useId();
  /** the leaf that the arrow keys rest on, until it is chosen */
  const [passed, setPassed] = useState<string>();
  const arrowed = useRef(false);
  const shown = passed ?? chosen;
  const choose = (id: string) => {
    setPassed(undefined);
    if (chosen !== id) onChoose(family.name, id);
  };
  /** what a click on a leaf chooses; undefined: nothing */
  const aimOf = (id: string): string | undefined => {
    if (chosen !== id) return id;
    return toggle && id !== '' && family.none !== null ? '' : undefined;
  };
  const aim = (id: string, isPressed: boolean): void => {
    const leaf = aimOf(id);
    if (leaf !== undefined) onAim?.(family.name, leaf, isPressed);
  };
  const resting = useAim((id) => aim(id, false));
  const rest = useEffectEvent(choose);
  useEffect(() => {
    if (passed === undefined) return undefined;
    const timer = setTimeout(() => rest(passed), REST_MS);
    return () => clearTimeout(timer);
  }, [passed]);
  const click = (id: string) => {
    if (arrowed.current) {
      setPassed(id);
      resting.enter(id);
    } else if (shown === id && toggle && id !== '' && family.none !== null) choose('');
    else choose(id);
    arrowed.current = false;
  };
  const leaf = ({ id, label = '', description, disabled = false }: TreeLeaf, text: string) => {
    const swatch = swatches?.get(id);
    return (
      <label
        key={id}
        title={(cutIn === 'tooltip' ? truncate(description) : description) || undefined}
        data-disabled={disabled || undefined}
        {...(!disabled && {
          onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && resting.enter(id),
          onPointerMove: ({ pointerType }) => pointerType === 'mouse' && resting.move(id),
          // A finger may only want to scroll: then the browser cancels it.
          onPointerDown: ({ button, pointerType }) => {
            if (button !== 0) return;
            resting.leave();
            if (pointerType === 'mouse') aim(id, true);
            else resting.enter(id);
          },
          onPointerLeave: resting.leave,
          onPointerCancel: resting.leave,
        })}
      >
        <input
          type="radio"
          name={title}
          checked={shown === id}
          disabled={disabled}
          // `change` does not fire for a click on the chosen leaf.
          onClick={() => click(id)}
          onChange={() => {}}
        />
        {swatch && <img {...swatch} alt="" loading="lazy" width={40} height={28} />}
        <span>
          {id === '' ? <i>{text}</i> : text}
          {label !== '' && !description.startsWith(label) && ` ${label}`}
          {family.marked?.id === id && <em>{family.marked.text}</em>}
          {description !== '' && <small>{cutIn === 'text' ? truncate(description) : description}</small>}
        </span>
      </label>
    );
  };
  return (
    <details open>
      <summary>
        <span id={title}>{family.title ?? family.name}</span>
      </summary>
      <div
        role="radiogroup"
        aria-labelledby={title}
        onKeyDown={(event) => {
          arrowed.current = event.key.startsWith('Arrow');
        }}
        onBlur={(event) => {
          // Moving on to another family confirms the choice.
          if (passed !== undefined && !event.currentTarget.contains(event.relatedTarget)) choose(passed);
        }}
      >
        {family.leaves.map((one) => leaf(one, one.id))}
        {family.none !== null && leaf({ id: '', description: '' }, family.none ?? 'none')}
      </div>
    </details>
  );
}, isUnchanged);

export function RadioTree({
  label,
  families,
  chosen,
  onChoose,
  onAim,
  ...options
}: TreeOptions & {
  label: string;
  families: readonly TreeFamily[];
  chosen: ReadonlyMap<string, string>;
  onChoose: (family: string, leaf: string) => void;
  onAim?: OnAim;
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
          overflowWrap: 'anywhere',
        },
        '& label[data-disabled]': { opacity: 0.5, cursor: 'default', textDecoration: 'line-through' },
        '& label:has(:checked)': { color: 'primary.main', fontWeight: 600 },
        '& label:has(:focus-visible), & summary:focus-visible': {
          outline: 2,
          outlineColor: 'primary.main',
          outlineStyle: 'solid',
        },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0, flex: 'none', alignSelf: 'center' },
        '& img': { flex: 'none', alignSelf: 'center', objectFit: 'cover', borderRadius: 0.5, bgcolor: 'action.hover' },
        '& small': { display: 'block', color: 'text.secondary', fontWeight: 400, fontSize: '0.85em' },
        '& em': {
          ml: 1,
          px: 0.75,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          color: 'text.secondary',
          font: 'inherit',
          fontSize: '0.85em',
          fontWeight: 400,
        },
      }}
    >
      {families.map((family) => (
        <Family
          key={family.name}
          family={family}
          chosen={chosen.get(family.name) ?? ''}
          onChoose={onChoose}
          onAim={onAim}
          {...options}
        />
      ))}
    </Box>
  );
}
