/**
 * Texts of Manage asset profiles.
 *
 *   profilesTexts
 */
export const profilesTexts = {
  title: 'Manage asset profiles',
  table: 'Asset profiles',
  filter: 'Filter asset profiles',
  empty: 'No set in Embargo has an asset profile yet. Upload a meta pack, or a global asset_profile file.',
  disId: 'DisId',
  path: 'Path',
  content: 'File content',
  show: 'Show',
  reprocess: 'Reprocess',
  alreadyUnderWay: 'A reprocess is under way. You can start another one when it is done.',
  last: 'Last reprocess',
  waiting: 'waiting',
  /** @param progress percent; null: not known */
  underWay: (progress: number | null) => `under way${progress === null ? '' : ` ${progress} %`}`,
  done: 'done',
  failed: 'failed',
};
