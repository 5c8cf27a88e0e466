/**
 * Layers of a configuration against json-logic-js: 5,000 rules in 200 families, 600 features in 100 families.
 *
 * Ours starts from the chosen features (selection, standards, rules). The peer gets the effective options and only
 * evaluates the rules, each family as one `if` operation, its fastest form. Both must choose the same layers.
 *
 *   configurationRows         ten chosen features, and one
 */

import { pick, seededNumbers } from '../scripts/seededNumbers.ts';
import { isConditionError, parseCondition } from '../src/engine/conditionParser.ts';
import type { Condition } from '../src/engine/conditions.ts';
import { compileConfiguration } from '../src/engine/configuration.ts';
import { matches } from '../src/engine/lcdv.ts';
import type { SetMeta } from '../src/engine/meta.ts';
import { jsonLogic, type Logic } from './peers/peers.ts';
import { lineOf, type Measured, median, ownCpu, type Row, spreadOf, type Times } from './rows.ts';

const VERSION = '1PP2A5QESFB0A0F4';
const RUNS = 5;
const FAMILIES = 100;
const FEATURES_A_FAMILY = 6;
const RULE_FAMILIES = 200;
const RULES_A_FAMILY = 25;
const CONFIGURATIONS = 200;

/** @param chosenFeatures how many features a configuration chooses; 1: a click on what the version has as standard */
function measure(chosenFeatures: number): Measured {
  const random = seededNumbers(20261121);
  const meta = randomMeta(random);
  const features = meta.features?.categories.flatMap(({ families }) => families.map((family) => family.features)) ?? [];
  const choices = Array.from({ length: CONFIGURATIONS }, () =>
    Array.from({ length: chosenFeatures }, () => pick(random, pick(random, features)).id),
  );
  const configuration = compileConfiguration(meta);
  const options = choices.map((chosen) => configuration.effectiveOptions(VERSION, chosen));
  const data = options.map((ids) => Object.fromEntries(ids.map((id) => [id, true as const])));
  const logic = asJsonLogic(meta);

  const ours = (at: number) => configuration.layersOfViewport('exterior', VERSION, choices[at] ?? []);
  const peer = (at: number) => logic.map((family) => jsonLogic.apply(family, data[at] ?? {}));
  for (const at of choices.keys()) {
    const layers = ours(at).map(({ layer }) => layer);
    const expected = peer(at).filter((layer) => layer !== null);
    if (layers.join() !== expected.join())
      throw new Error(`Configuration ${at}: the two do not choose the same layers.`);
  }
  const oursTimes: number[] = [];
  const peerTimes: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    oursTimes.push(cpuTime(ours, 50));
    peerTimes.push(cpuTime(peer, 1));
  }
  const times = (all: readonly number[]): Times => ({ cpu: median(all), cpuSpread: spreadOf(all) });
  return { ours: times(oursTimes), peer: times(peerTimes) };
}

const row = (chosenFeatures: number, says: string): Row => ({
  work: `configuration: 5,000 rules, 600 features, ${says}`,
  peer: 'json-logic-js',
  reach: 300,
  measure: async () => measure(chosenFeatures),
});

export const configurationRows: readonly Row[] = [row(10, 'ten of them chosen'), row(1, 'one of them chosen')];

/** Milliseconds of CPU time per call, over all configurations, repeated. */
function cpuTime(work: (at: number) => unknown, repeat: number): number {
  const start = ownCpu();
  for (let i = 0; i < repeat; i++) for (let at = 0; at < CONFIGURATIONS; at++) work(at);
  return (ownCpu() - start) / (repeat * CONFIGURATIONS);
}

function randomMeta(random: () => number): SetMeta {
  const families = Array.from({ length: FAMILIES }, (_, f) => ({
    id: `F${f}`,
    label: '',
    features: Array.from({ length: FEATURES_A_FAMILY }, (_, i) => ({
      id: `F${String(f).padStart(3, '0')}${i}`,
      label: '',
    })),
  }));
  const ids = families.flatMap(({ features }) => features.map(({ id }) => id));
  const literal = () => (random() < 0.25 ? `not ${pick(random, ids)}` : pick(random, ids));
  const condition = () => {
    const shape = random();
    if (shape < 0.2) return literal();
    if (shape < 0.6) return `${literal()} and ${literal()}`;
    if (shape < 0.8) return `${literal()} and (${literal()} or ${literal()})`;
    if (shape < 0.95) return `${literal()} and ${literal()} and not (${literal()} or ${literal()})`;
    return `version(1PP2A5${random() < 0.5 ? 'Q' : 'R'}xxxxxxxxx) and ${literal()}`;
  };
  return {
    features: {
      categories: [{ name: 'all', families }],
      standards: families.map(({ features }) => ({ feature: pick(random, features).id })),
    },
    layers: {},
    rules: {
      exterior: {
        families: Array.from({ length: RULE_FAMILIES }, (_, f) => ({
          name: `r${f}`,
          rules: Array.from({ length: RULES_A_FAMILY }, (_, r) => ({ layer: `r${f}-${r}`, when: condition() })),
        })),
      },
    },
  };
}

function asJsonLogic(meta: SetMeta): Logic[] {
  return (meta.rules.exterior?.families ?? []).map(({ rules }) => ({
    if: [...rules.flatMap(({ layer, when }) => [translate(when ?? 'true'), layer]), null],
  }));
}

function translate(when: string): Logic {
  const condition = parseCondition(when);
  if (isConditionError(condition)) throw new Error(condition.error);
  return asLogic(condition);
}

function asLogic(condition: Condition): Logic {
  switch (condition.kind) {
    case 'true':
      return true;
    case 'feature':
      return { var: condition.id };
    case 'version':
      return matches(condition.pattern, VERSION);
    case 'not':
      return { '!': [asLogic(condition.of)] };
    case 'and':
    case 'or':
      return { [condition.kind]: condition.of.map(asLogic) };
  }
}

if (import.meta.main) {
  for (const one of configurationRows) console.log(lineOf(one, await one.measure()));
}
