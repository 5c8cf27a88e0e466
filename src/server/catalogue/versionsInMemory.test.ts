/** What a set keeps of its versions is limited by bytes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { VERSIONS_BYTES } from '../../engine/completion.ts';
import { compileConfiguration } from '../../engine/configuration.ts';

/** bytes of typed arrays, after what nobody needs has gone */
function arrayBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; i++) collect();
  return process.memoryUsage().arrayBuffers;
}

it('takes no more memory for hundreds of versions than for some', () => {
  const families = Array.from({ length: 60 }, (_, f) => ({
    id: `F${f}`,
    label: '',
    features: [1, 2].map((number) => ({ id: `F${String(f).padStart(2, '0')}${number}`, label: '' })),
  }));
  const of = ({ features }: (typeof families)[number]) => String(features[0]?.id);
  const large = compileConfiguration({
    features: { categories: [{ name: 'all', families }], standards: families.map((one) => ({ feature: of(one) })) },
    layers: {},
    rules: {
      exterior: {
        families: families.map((one, f) => ({
          name: `r${f}`,
          rules: families
            .slice(0, 20)
            .map((other, r) => ({ layer: `r${f}-${r}`, when: `${of(other)} and not ${of(one)}` })),
        })),
      },
    },
  });
  const ask = (version: number) =>
    large.layersOfViewport('exterior', `1PP2A5QESFB${String(version).padStart(5, '0')}`, []);
  ask(0);
  const before = arrayBytes();
  for (let version = 1; version < 300; version += 1) ask(version);
  expect(arrayBytes() - before).toBeLessThan(2 * VERSIONS_BYTES);
});
