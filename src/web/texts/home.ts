/**
 * Texts of the blocks of the start page, by role, and of the first steps on a new server (beyond the specification).
 *
 *   homeTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

/** @param more there are more than were counted */
const number = (count: number, more: boolean) => (more ? `more than ${formatNumber(count)}` : formatNumber(count));

export const homeTexts = {
  loading: 'Loading what waits for you',
  load: 'load what waits for you',
  trouble: {
    title: 'Needs attention',
    failedJobs: (count: number, more: boolean) => `Failed jobs: ${number(count, more)}`,
    refusedPacks: (count: number, more: boolean) => `Refused packs: ${number(count, more)}`,
    disk: (free: string, reserve: string) => `${free} are free. Uploads are refused below ${reserve}.`,
    showWhy: 'Show why',
    showWhyOf: (job: string) => `Show why: ${job}`,
    by: (who: string) => `, uploaded by ${who}`,
  },
  packs: {
    title: 'Your packs',
    refused: (count: number, more: boolean) => `Refused: ${number(count, more)}`,
    reading: (count: number, more: boolean) => `Being read: ${number(count, more)}`,
    live: 'Live',
    problems: (count: number) => counted(count, 'problem', 'problems'),
  },
  promotion: {
    title: 'Waiting for promotion',
    count: (area: string, count: number) => `${area}: ${counted(count, 'set', 'sets')}`,
  },
  sets: {
    title: (area: string) => `New and changed in ${area}`,
    none: (area: string) => `${area} has no cars yet. They appear here as pictures.`,
    unchanged: (date: string) => `Nothing since your last visit, ${date}.`,
    since: (date: string, count: number, more: boolean) =>
      `${more ? 'More than ' : ''}${counted(count, 'set', 'sets')} since your last visit, ${date}`,
  },
  steps: {
    title: 'First steps',
    note: 'Nothing has been promoted on this server yet. These steps bring the first car to Pre-Prod.',
    done: 'done',
    sample: {
      title: 'Load sample cars',
      note: 'Two small cars to try everything with: see how packs are uploaded, checked and shown in Embargo.',
      action: 'load the sample cars',
      missing: 'This server has none. Build the web app with "npm run build".',
      look: 'See the cars',
      doneNote: 'Cars are live in Embargo: choose options and look at them.',
    },
    configurations: { title: 'Configurations', note: 'Countries, profiles and redirects of an area. Optional.' },
    metaPack: { title: 'Meta pack', note: 'Versions, features, layers and rules of a car: meta-….zip.' },
    pictures: { title: 'Pictures', note: 'The layers of the car: image-ext-….zip and image-int-….zip.' },
    users: { title: 'Users', note: 'Accounts for uploaders and testers.' },
    promote: { title: 'Promote', note: 'Show the car to testers in Pre-Prod.' },
  },
};
