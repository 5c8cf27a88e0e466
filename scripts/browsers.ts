/**
 * The browsers that the web app runs in: the build, the check of the built code (browsers.slow.test.ts), the sentence that an
 * older browser shows, and the documents all follow this list.
 *
 *   BROWSERS        the oldest version of each
 *   NEEDED          the newest features that the app uses, by their global names
 *   buildTargets    for Vite
 *   BROWSER_LIST    in words
 *   browserCheck    a script for the page
 */
import type { Texts } from '../src/web/texts/language.ts';
import type { pageTexts } from '../src/web/texts/page.ts';

/** The versions of two years: newer ones, and these, on computers, phones and tablets. */
export const BROWSERS = { chrome: '128', edge: '128', firefox: '128', safari: '18' } as const;

/**
 * A browser that has all of them has everything else that the app uses; the test proves it by MDN's data. All of BROWSERS have
 * them. Where one is missing, the app does not start.
 */
export const NEEDED: readonly string[] = ['URL.parse', 'Map.groupBy'];

export const buildTargets: string[] = Object.entries(BROWSERS).map(([name, version]) => `${name}${version}`);

export const BROWSER_LIST = Object.entries(BROWSERS)
  .map(([name, version]) => `${name[0]?.toUpperCase()}${name.slice(1)} ${version}`)
  .join(', ');

/**
 * Says in words that the browser is too old, that the app failed while it was loading, or that its files do not come (a proxy
 * that lost the server, a server whose files were replaced), where the page would stay white.
 * Written in the JavaScript of 1999, which every browser understands.
 */
export const browserCheck = ({ tooOld, failed, incomplete }: Texts<typeof pageTexts>): string => {
  const sentences = { TOO_OLD: tooOld(BROWSER_LIST), FAILED: failed(BROWSER_LIST), INCOMPLETE: incomplete };
  // Shorter, and in the same old syntax, which a minifier would not keep.
  return SOURCE.replaceAll(/\s*([=(){},;+<|!])\s*/g, '$1').replaceAll(/TOO_OLD|FAILED|INCOMPLETE/g, (name) =>
    JSON.stringify(sentences[name as keyof typeof sentences]),
  );
};

/** An error with a message is one of a script that runs; one without is that of a file that does not come. */
const SOURCE = `(function () {
  var needed = ${JSON.stringify(NEEDED)};
  function lacks(name) {
    var found = window, parts = name.split('.');
    for (var i = 0; i < parts.length && found; i++) found = found[parts[i]];
    return !found;
  }
  function tell(sentence) {
    var box = document.getElementById('starting');
    if (!box || document.querySelector('h1, main')) return;
    box.className = 'starting refused';
    box.setAttribute('role', 'alert');
    box.innerHTML = '';
    box.appendChild(document.createTextNode(sentence));
  }
  var old = !('noModule' in document.createElement('script'));
  for (var i = 0; i < needed.length; i++) old = old || lacks(needed[i]);
  if (old) {
    document.documentElement.setAttribute('data-old-browser', '');
    tell(TOO_OLD);
  } else if (window.addEventListener) {
    window.addEventListener('error', function (event) {
      if (event.message) tell(FAILED);
      else if (event.target.tagName === 'SCRIPT') tell(INCOMPLETE);
    }, true);
  }
})();`;
