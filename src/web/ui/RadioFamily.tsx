/**
 * One family of a tree of radio buttons: its title, its leaves, and the leaf for no choice.
 *
 *   RadioFamily
 */
import { memo, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { OnAim, TreeFamily, TreeLeaf, TreeOptions } from './treeFamilies.ts';
import { truncate } from './truncate.ts';
import { useAim } from './useAim.ts';

/** A leaf is chosen when an arrow key has rested on it for this long, milliseconds, because each choice is painted. */
const REST_MS = 350;

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

export const RadioFamily = memo(function RadioFamily({
  family,
  chosen,
  toggle = false,
  cutIn,
  swatches,
  onChoose,
  onAim,
}: FamilyProps) {
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
