/**
 * The application with one set: twelve layers of a car (layers.ts) of 1280 x 720, each in some variants, so that thousands of
 * different pictures can be asked for over HTTP.
 *
 *   CarServer, startCarServer
 */
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { startTestApp } from '../src/server/testing/testApp.ts';
import { META, metaZip, SET, zipOf } from '../src/server/testing/tinyPacks.ts';
import { HEIGHT, WIDTH } from './layers.ts';

export interface CarServer {
  readonly port: number;
  readonly cookie: string;
  /** @param chosen a variant of each layer; 0 where it names none. @param size large: 2880 x 1620, about 200 kB as JPEG */
  path(chosen?: readonly number[], size?: 'HD' | 'large'): string;
  end(): Promise<void>;
}

/**
 * A variant of a layer: the same shape, slightly darker and thinner, so that it costs as much. What covers all of the picture
 * goes on covering it: formats with transparency cost several times as much where there is some, and the peers' picture has
 * none.
 */
async function variantOf(png: Buffer, variant: number): Promise<Buffer> {
  if (variant === 0) return png;
  const darker = 1 - 0.4 * (variant / (variant + 9));
  const { isOpaque } = await sharp(png).stats();
  return sharp(png)
    .linear([darker, darker, darker, isOpaque ? 1 : (1 + darker) / 2], [0, 0, 0, 0])
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

/**
 * @param layers PNG files, bottom first
 * @param variants how many each layer has; absent: one
 * @param environment settings of the server
 */
export async function startCarServer(
  layers: readonly Buffer[],
  variants: readonly number[] = [],
  environment: Record<string, string> = {},
): Promise<CarServer> {
  const server = await startTestApp('sqlite', environment);
  const families = layers.map((_, at) => `layer${at}`);
  const numbersOf = (at: number) => Array.from({ length: variants[at] ?? 1 }, (_, number) => number);
  const meta = {
    'asset-profile.xml': META['asset-profile.xml']?.replace(
      'width="8" height="4"/>',
      `width="${WIDTH}" height="${HEIGHT}"/><resolution name="large" width="2880" height="1620"/>`,
    ),
    'layers-ext.xml': `<layers>${families
      .map(
        (name, z) =>
          `<family name="f${z}">${numbersOf(z)
            .map((number) => `<layer name="${name}v${number}" z="${z}"/>`)
            .join('')}</family>`,
      )
      .join('')}</layers>`,
    'rules-ext.xml': `<rules>${families.map((name, z) => `<family name="f${z}"><rule layer="${name}v0"/></family>`).join('')}</rules>`,
  };
  await server.deliver(`meta-${SET}.zip`, await metaZip(meta));
  const files = await Promise.all(
    layers.flatMap((png, at) =>
      numbersOf(at).map(async (number) => ({ [`001/layer${at}v${number}.png`]: await variantOf(png, number) })),
    ),
  );
  await server.deliver(`image-ext-${SET}.zip`, await zipOf(Object.assign({}, ...files)));
  const { cookie } = await server.signIn(['ROLE_TEST_EMBARGO']);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return {
    port,
    cookie,
    path(chosen = [], size = 'HD') {
      const names = families.map((name, at) => `${name}v${chosen[at] ?? 0}`);
      return `/embargo/api/v2/image/dis/${SET}/image?view=001&size=${size}&layers=${names.join(',')}`;
    },
    end: () => server.stop(),
  };
}
