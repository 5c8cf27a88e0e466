/**
 * Texts of Manage image sets: copy, rename, delete.
 *
 *   setTexts
 */
import { counted } from '../ui/numbers.ts';

export const setTexts = {
  title: 'Manage image sets',
  table: 'Image sets',
  filter: 'Filter image sets',
  empty: 'No image set yet. Upload a delivery pack.',
  disId: 'disId',
  actions: { Copy: 'Copy', Rename: 'Rename', Delete: 'Delete' },
  underWay: { Copy: 'Copying …', Rename: 'Renaming …', Delete: 'Deleting …' },
  notInEmbargo: (disId: string) => `Only sets in Embargo can be copied. It has no ${disId}.`,
  /** before the button of its history */
  deleted: (disId: string) => `There is no image set ${disId}. If there was one, its history has it:`,

  copy: {
    title: (disId: string) => `Copy image set ${disId}`,
    note: (disId: string) =>
      `Embargo gets another set with the content that it shows of ${disId} now. Pre-Prod and Prod do not change.`,
  },
  rename: {
    title: (disId: string) => `Rename image set ${disId}`,
    where: 'Where',
    inAreas: (areas: string) => `In ${areas}`,
    inEmbargoOnly: 'In Embargo only',
    note: (disId: string, areas: string, several: boolean) =>
      `${disId} gets the new name in ${areas}${several ? ', in all at once' : ''}. Content and dates stay.`,
    embargoNote: (disId: string, others: string, several: boolean) =>
      `${disId} gets the new name in Embargo. ${others} ${several ? 'keep' : 'keeps'} it under the old name.`,
    later: (disId: string) =>
      `A pack delivered for ${disId} later creates ${disId} again. Global configurations that name it do not change.`,
  },
  target: 'Target name',
  targetForm: '16 characters: A-Z, 0-9, or x for any one character',
  anotherName: 'Type another name.',
  typeSetId: 'Type a set id.',

  delete: {
    title: (disId: string) => `Delete image set ${disId}`,
    warning: 'Warning: This cannot be undone',
    checking: 'Checking what will be deleted',
    checkingFirst: 'Checking what will be deleted …',
    check: 'check what will be deleted',
    notKnown: 'It is not known what will be deleted.',
    areas: (disId: string, areas: string) => `${disId} disappears from ${areas}:`,
    loss: (area: string, { pictures, metaFiles, packs }: { pictures: number; metaFiles: number; packs: number }) =>
      `${area}: ${counted(pictures, 'picture', 'pictures')} and ${counted(metaFiles, 'meta file', 'meta files')} from ${counted(packs, 'pack', 'packs')}.`,
    redirected: (sets: string) => ` Sets that are redirected to it change with it: ${sets}.`,
    history: (disId: string) =>
      `The history keeps what each area showed. To restore it, type ${disId} into the filter of this list, open its history, and roll each area back.`,
  },
};
