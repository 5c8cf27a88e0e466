/**
 * The pages that describe the calls of this server: the OpenAPI document, and the page that tries them.
 *
 *   openApiDocs
 */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../contract/index.ts';
import { appVersion } from './administration/buildInfo.ts';
import type { Settings } from './config.ts';
import { DOCS_SCRIPT, DOCS_STYLE } from './openApi/docsLook.ts';
import { docsPage, sendHeaderToken } from './openApi/docsPage.ts';
import { openApiDocument } from './openApi/document.ts';
import { type OpenApiDocument, serversAt } from './openApi/servers.ts';

/**
 * @param origins that this server and those of the other areas are reached at
 * @param serves whether this server answers a call
 */
export function openApiDocs(settings: Settings, origins: readonly string[], serves: (route: Route) => boolean) {
  /** Made when somebody asks for it: it takes a seventh of the time of a start, and memory. */
  let made: OpenApiDocument | undefined;
  const describeCalls = () => {
    made ??= openApiDocument({
      title: 'Lacquer',
      version: appVersion,
      publicProdPictures: settings.publicPictureSeconds !== undefined,
      serves,
    });
    return made;
  };
  return {
    document: (request: FastifyRequest) =>
      serversAt(describeCalls(), `${request.protocol}://${request.host}`, settings.addresses),
    origins,
    prepare: sendHeaderToken,
    html: docsPage,
    style: DOCS_STYLE,
    script: DOCS_SCRIPT,
  };
}
