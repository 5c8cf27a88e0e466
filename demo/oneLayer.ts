/**
 * Sets without layers of their own: one whose pictures show the whole car, and one that takes everything from another set.
 *
 *   wholeSet, borrowingSet     their disIds
 *   wholePack                  entries of the oneLayer pack
 *   borrowingMeta              meta files of the set that the oneLayer_redirect points elsewhere
 */
import sharp from 'sharp';
import type { DemoModel } from './models/models.ts';
import { colours } from './models/paints.ts';
import type { Pictures } from './pictures.ts';
import { features, profileFile, versionsFile } from './xml/meta.ts';
import { element, xml } from './xml/write.ts';

export const wholeSet = '1PP2V5xxxxxxxxxx';
export const borrowingSet = '1PP2A5Rxxxxxxxxx';

const shown = colours.slice(0, 4);
const angles = ['001', '002', '003'];

/** A picture of the whole car from its layers, lowest first. */
async function whole(pictures: Pictures, angle: string, layers: readonly string[]): Promise<Buffer> {
  const [floor, ...others] = layers.map((layer) => Buffer.from(pictures.get(`${angle}/${layer}.png`) as Uint8Array));
  return sharp(floor)
    .composite(others.map((input) => ({ input })))
    .png({ compressionLevel: 5 })
    .toBuffer();
}

export async function wholePack(hatchback: Pictures): Promise<[string, Uint8Array | string][]> {
  const entries: [string, Uint8Array | string][] = [
    [
      `${wholeSet}/asset-profile.xml`,
      xml(
        element('assetProfile', {}, [
          element('viewport', { name: 'exterior' }, [
            ...angles.map((name) => element('angle', { name })),
            element('resolution', { name: 'HD', width: 1280, height: 720 }),
          ]),
        ]),
      ),
    ],
    [`${wholeSet}/versions.xml`, versionsFile([{ id: '1PP2V5FGDKB0A0A1', label: '208 Rallye fleet' }])],
    [
      `${wholeSet}/features.xml`,
      xml(
        element('features', {}, [
          element('category', { name: 'Exterior' }, [
            element(
              'family',
              { id: '0M', label: 'Colour' },
              shown.map((c) => element('feature', { id: c.feature, label: c.label })),
            ),
          ]),
          element('category', { name: 'Interior' }, [
            element('family', { id: '0P', label: 'Trim' }, [
              element('feature', { id: '0P2H0RFX', label: 'Alcantara Black, mint stitching' }),
            ]),
          ]),
          element('standards', {}, [
            element('standard', { feature: '0MP00NWP' }),
            element('standard', { feature: '0P2H0RFX' }),
          ]),
        ]),
      ),
    ],
    [
      `${wholeSet}/layers-ext.xml`,
      xml(
        element('layers', {}, [
          element(
            'family',
            { name: 'car' },
            shown.map((c) => element('layer', { name: `car_${c.feature}`, z: 1, description: c.label })),
          ),
        ]),
      ),
    ],
    [
      `${wholeSet}/rules-ext.xml`,
      xml(
        element('rules', {}, [
          element('family', { name: 'car' }, [
            ...shown
              .filter((c) => c.feature !== '0MP00NWP')
              .map((c) => element('rule', { layer: `car_${c.feature}`, when: c.feature })),
            element('rule', { layer: 'car_0MP00NWP' }),
          ]),
        ]),
      ),
    ],
  ];
  for (const angle of angles) {
    for (const { feature } of shown) {
      const layers = [
        'shadow',
        'wheels_17_alloy',
        `body_${feature}`,
        'glass_privacy',
        'roof_black',
        'lights_led',
        'mirror_black',
      ];
      entries.push([`${wholeSet}/ext/${angle}/car_${feature}.png`, await whole(hatchback, angle, layers)]);
    }
  }
  return entries;
}

export function borrowingMeta(hatchback: DemoModel): Readonly<Record<string, string>> {
  return {
    'asset-profile.xml': profileFile(angles),
    'versions.xml': versionsFile([
      { id: '1PP2A5RALPB0A0R1', label: '208 Rallye 130' },
      { id: '1PP2A5RALPB0A0R2', label: '208 Rallye 156' },
    ]),
    'features.xml': xml(features(hatchback)),
  };
}
