/**
 * The application with one set: twelve layers of a car (layers.ts) of 1280 x 720, each in two variants, so that 4,096 different
 * pictures can be asked for over HTTP.
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
  /** @param index which of the 4,096 variants. @param query more parameters, beginning with `&` */
  path(index: number, query?: string): string;
  end(): Promise<void>;
}

const LETTERS = ['a', 'b'] as const;

/** The variant of a layer: the same shape, slightly darker and thinner, so that it costs as much. */
const darker = (png: Buffer): Promise<Buffer> =>
  sharp(png)
    .linear([0.96, 0.96, 0.96, 0.98], [0, 0, 0, 0])
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();

/** @param layers PNG files, bottom first. @param environment settings of the server */
export async function startCarServer(
  layers: readonly Buffer[],
  environment: Record<string, string> = {},
): Promise<CarServer> {
  const server = await startTestApp('sqlite', environment);
  const families = layers.map((_, at) => `layer${at}`);
  const meta = {
    'asset-profile.xml': META['asset-profile.xml']?.replace(
      'width="8" height="4"',
      `width="${WIDTH}" height="${HEIGHT}"`,
    ),
    'layers-ext.xml': `<layers>${families.map((name, z) => `<family name="f${z}">${LETTERS.map((letter) => `<layer name="${name}${letter}" z="${z}"/>`).join('')}</family>`).join('')}</layers>`,
    'rules-ext.xml': `<rules>${families.map((name, z) => `<family name="f${z}"><rule layer="${name}a"/></family>`).join('')}</rules>`,
  };
  await server.deliver(`meta-${SET}.zip`, await metaZip(meta));
  const files = await Promise.all(
    layers.map(async (png, at) => ({ [`001/layer${at}a.png`]: png, [`001/layer${at}b.png`]: await darker(png) })),
  );
  await server.deliver(`image-ext-${SET}.zip`, await zipOf(Object.assign({}, ...files)));
  const { cookie } = await server.signIn(['ROLE_TEST_EMBARGO']);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  return {
    port,
    cookie,
    path(index, query = '') {
      const names = families.map((name, at) => name + LETTERS[(index >> at) & 1]);
      return `/embargo/api/v2/image/dis/${SET}/image?view=001&size=HD&layers=${names.join(',')}${query}`;
    },
    end: () => server.stop(),
  };
}
