/**
 * Builds the web app into .build/web, with `--mode de` in German. `npx vite` serves it with reloading and hands calls to a server
 * on LACQUER_PORT.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { browserCheck, buildTargets } from './scripts/browsers.ts';
import { routes, type Wire } from './src/contract/index.ts';
import { isBrowserCall } from './src/web/api/browserCalls.ts';
import { languageTexts as german } from './src/web/texts/de/language.ts';
import { pageTexts as germanPage } from './src/web/texts/de/page.ts';
import { languageTexts as english, type Texts } from './src/web/texts/language.ts';
import { pageTexts as englishPage } from './src/web/texts/page.ts';

const BASE =
  /\/node_modules\/(react|react-dom|scheduler|stylis|react-is|@emotion\/[\w-]+|@mui\/(system|styled-engine|private-theming|material\/(styles|ButtonBase|Button|ButtonGroup|IconButton|Typography|Paper|SvgIcon|Alert|AlertTitle|CircularProgress|CssBaseline|GlobalStyles|Box|Stack))|@tanstack\/(query-core|react-query))\//;
/** What of ours every page needs. As files of their own they would be larger: gzip finds more in one. */
const ON_EVERY_PAGE = [
  'contract/(client|constants)',
  'engine/lcdv',
  'web/api/(api|currentUser|otherHost|queue|refusedNames|restartPage|sending|sentPacks|speed|uploadEntry|uploads|wire)',
  'web/app/(basePath|environment|noticeSpace|whenIdle)',
  'web/areas/areas',
  'web/texts/(de/)?(areas|connection|failures|numbers)',
  'web/ui/(addressText|copy|failure|FailureText|noticeList|Notices|NoticeStack|numbers)',
  'web/ui/(ScreenHeading|searchFields|tableSearch|useTitle|icons/(Close|Copy|Done))',
];
const ROUTER = new RegExp(
  [
    '/node_modules/(@tanstack/(router-core|react-router|history|store|react-store)|use-sync-external-store)/',
    ...ON_EVERY_PAGE.map((files) => `/src/${files}\\.tsx?$`),
  ].join('|'),
);
/** The field of the sign-in page, which most screens need, too. */
const FIELDS = /\/node_modules\/@mui\/material\/(FormControl|InputLabel|InputBase|OutlinedInput|FormLabel)\//;
/** What most screens need of the other widgets, but not the landing page. */
const WIDGETS =
  /\/node_modules\/(@popperjs\/|@mui\/material\/(Menu|List(?!Item\/|ItemSecondary)|Popover|Popper|Modal|Backdrop|Fade|Grow|Portal|Unstable_TrapFocus|TextField|Form|Input(?!Adornment)|FilledInput|Select|NativeSelect|Tooltip|Dialog|Checkbox|internal)\w*\/)/;
const server = `http://127.0.0.1:${process.env['LACQUER_PORT'] ?? '8080'}`;

/** The browser's calls without schemas, in place of src/web/api/wire.ts. */
const wire: Plugin = {
  name: 'wire',
  apply: 'build',
  load: {
    filter: { id: /\/src\/web\/api\/wire\.ts$/ },
    handler: () => {
      const calls = Object.entries<Wire>(routes)
        .filter(([name]) => isBrowserCall(name))
        .map(([name, { method, path, changes, media }]) => [name, { method, path, changes, media }]);
      return `export const wire = ${JSON.stringify(Object.fromEntries(calls))}`;
    },
  },
};

/** The language of the page, and what it says before the app runs, which an old browser may not even be able to read. */
const page = (language: string, texts: Texts<typeof englishPage>): Plugin => ({
  name: 'page',
  transformIndexHtml: {
    // With the files that Vite adds.
    order: 'post',
    handler: (html) => ({
      html: html
        .replace('lang="en"', `lang="${language}"`)
        .replace('__STARTING__', texts.starting)
        .replace('__NO_SCRIPT__', texts.noScript)
        // The page is sent as it is, with a nonce of its own each time; all else is compressed.
        .replaceAll(/\n\s*/g, ''),
      tags: [{ tag: 'script', children: browserCheck(texts), injectTo: 'body' }],
    }),
  },
});

/** In place of the texts in src/web/texts, those with the same names in src/web/texts/de. */
const GERMAN = { find: /^(.*\/texts)\/(\w+)\.ts$/, replacement: '$1/de/$2.ts' };

export default defineConfig(({ mode }) => ({
  root: 'src/web',
  plugins: [wire, mode === 'de' ? page(german.language, germanPage) : page(english.language, englishPage), react()],
  resolve: { alias: mode === 'de' ? [GERMAN] : [] },
  // The server may be below a path that nobody knows when this is built.
  base: './',
  server: { proxy: { '^/(api|assets/config|embargo/api|preprod/api|prod/api)': server } },
  build: {
    outDir: '../../.build/web',
    // German is built first.
    emptyOutDir: mode === 'de',
    target: buildTargets,
    // A screen's large files are asked for together with it, the small ones as soon as it is there: a list of all of them for
    // every screen would make the first load larger.
    modulePreload: {
      // All browsers that the app runs in have it.
      polyfill: false,
      resolveDependencies: (_file, wanted, { hostType }) =>
        hostType === 'html'
          ? wanted
          : wanted.filter((file) => /\/(router|widgets|DataTable|DateFields|Autocomplete)-[^/]+$/.test(file)),
    },
    rolldownOptions: {
      // How long plugins take is no problem of the code.
      checks: { bundlerTimings: false },
      // Files of the contract do nothing but declare: those of which the screens use nothing, or types only, stay out.
      treeshake: { moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }] },
      // One file for what every page needs, one for what screens need and one for what most of them need: fewer requests,
      // gzip finds more, and the first load names fewer files.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'router', test: ROUTER, priority: 1 },
            { name: 'fields', test: FIELDS, priority: 1 },
            { name: 'widgets', test: WIDGETS, minShareCount: 6 },
          ],
        },
      },
    },
  },
}));
