/**
 * The addresses that the OpenAPI document lists its calls at. They depend on the address that the document is requested at.
 *
 *   serversAt
 *   OF_AREAS          marks the calls that each area serves
 *   OpenApiDocument
 */
import type { Area } from '../../contract/index.ts';
import type { Json } from './schemas.ts';

export interface OpenApiDocument extends Json {
  readonly paths: Record<string, Json>;
}

/** marks calls that are served below the address of each area, until `serversAt` */
export const OF_AREAS = 'x-areas';

/**
 * @param origin    that it is requested at
 * @param addresses of the areas and the base address: absolute, or paths of this origin
 */
export function serversAt(
  document: OpenApiDocument,
  origin: string,
  addresses: Readonly<Record<Area | 'base', string>>,
): OpenApiDocument {
  const all = Object.values(addresses);
  const ownPaths = all.filter((address) => !URL.canParse(address));
  const first = ownPaths[0];
  const areaServers = [
    ...(first === undefined
      ? []
      : [
          {
            url: `${origin}{area}`,
            description: 'An area, or the base address, which shows Embargo',
            variables: { area: { default: first, enum: ownPaths, description: 'Path of the area' } },
          },
        ]),
    ...all.filter((address) => URL.canParse(address)).map((url) => ({ url, description: 'On an address of its own' })),
  ];
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const withServers = Object.entries(operations).map(([method, operation]) => {
      const { [OF_AREAS]: ofAreas, ...rest } = operation as Json;
      return [method, ofAreas ? { ...rest, servers: areaServers } : rest];
    });
    return [path, Object.fromEntries(withServers)];
  });
  const base = URL.canParse(addresses.base) ? addresses.base : `${origin}${addresses.base}`;
  return { ...document, servers: [{ url: base, description: 'The base address' }], paths: Object.fromEntries(paths) };
}
