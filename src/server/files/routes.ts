/** The calls of the file browser. */
import { create as contentDisposition } from 'content-disposition';
import type { FileElement, fileRoutes } from '../../contract/files.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { Handlers } from '../handlers.ts';
import { notFound } from '../platform/http/errors.ts';
import { decodeXml } from '../platform/xml/decode.ts';
import type { XmlFiles } from '../xmlFiles/xmlFiles.ts';
import { previewDeletion } from './deletionPreview.ts';
import { removePath } from './remove.ts';
import { openTree, splitPath, type TreeStores } from './tree.ts';
import type { FileNode } from './treeNodes.ts';

const ROOT = 'root';
/** Listings include the text of XML files up to this size. */
const MAX_TEXT_BYTES = 64 * 1024;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  xml: 'application/xml',
  zip: 'application/zip',
};

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

async function readText(file: FileNode): Promise<string | null> {
  if (endingOf(file.name) !== 'xml' || file.size > MAX_TEXT_BYTES) return null;
  const bytes = await file.read();
  return Buffer.isBuffer(bytes) ? decodeXml(bytes) : null;
}

export function fileHandlers({
  globalConfigs,
  ...stores
}: TreeStores & { globalConfigs: GlobalConfigStore; xmlFiles: XmlFiles }): Handlers<typeof fileRoutes> {
  const tree = openTree(stores);
  return {
    fileElements: async ({ query }) => {
      const parts = splitPath(query.path);
      const listing = await tree.list(parts);
      if (!listing) throw notFound('unknown-path', `There is no folder /${parts.join('/')}.`);
      const here = parts.map((part) => `/${part}`).join('');
      const parent = here === '' ? ROOT : here;
      const folders = listing.folders.map(
        ({ name, modifiedAt, undeletableReason }): FileElement => ({
          id: `${here}/${name}`,
          name,
          parent,
          isFolder: true,
          content: null,
          lastModifiedDate: modifiedAt === undefined ? null : new Date(modifiedAt).toISOString(),
          size: 0,
          ...(undeletableReason !== undefined && { undeletableReason }),
        }),
      );
      const files = await Promise.all(
        listing.files.map(
          async (file): Promise<FileElement> => ({
            id: `${here}/${file.name}`,
            name: file.name,
            parent,
            isFolder: false,
            content: await readText(file),
            lastModifiedDate: new Date(file.modifiedAt).toISOString(),
            size: file.size,
            ...(file.undeletableReason !== undefined && { undeletableReason: file.undeletableReason }),
          }),
        ),
      );
      return [...folders, ...files].sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    deleteFileElement: ({ query, caller }) => removePath(stores, splitPath(query.path), caller.username),

    previewFileDeletion: ({ query }) => previewDeletion(stores, globalConfigs, splitPath(query.path)),

    fileContent: async ({ query, reply }) => {
      const parts = splitPath(query.path);
      const file = await tree.find(parts);
      if (!file) throw notFound('unknown-path', `There is no file /${parts.join('/')}.`);
      const ending = endingOf(file.name);
      const isPicture = (MEDIA_TYPES[ending] ?? '').startsWith('image/');
      const content = await file.read();
      return (
        reply
          .type(MEDIA_TYPES[ending] ?? 'application/octet-stream')
          .header('content-length', Buffer.isBuffer(content) ? content.length : file.size)
          .header('cache-control', 'no-store')
          // If the browser opens an uploaded file directly, the sandbox stops scripts and gives it an opaque origin.
          .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
          .header('content-disposition', contentDisposition(file.name, { type: isPicture ? 'inline' : 'attachment' }))
          .send(content)
      );
    },
  };
}
