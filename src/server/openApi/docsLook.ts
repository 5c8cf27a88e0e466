/**
 * The look of the page of the calls: the colours and the font of the web app, its choice of light or dark, and names for what
 * Swagger UI leaves without one.
 *
 *   DOCS_STYLE    CSS, after that of Swagger UI
 *   DOCS_SCRIPT   JavaScript of the page, in the syntax that every browser of the web app knows
 */
export const DOCS_STYLE = `
@font-face { font-family: "Inter Variable"; src: url(../../../docs/assets/inter-latin.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light;
  --primary: light-dark(#0f5c6e, #6cc7d9);
  --back: light-dark(#f4f6f7, #101518);
  --paper: light-dark(#ffffff, #181f23);
  --text: light-dark(#15212a, #e8edf0);
  --quiet: light-dark(#4a5861, #aab6bd);
  --line: light-dark(#dde3e7, #2b353b);
  --field: light-dark(#8a969d, #6b7a82);
  --code: light-dark(#edf1f3, #222b30);
}
:root.dark-mode { color-scheme: dark; }
#swagger-ui { overflow-x: clip; }
html body { margin: 0; background: var(--back) !important; color: var(--text); }
.lacquer-bar {
  position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: 16px; height: 48px; padding: 0 16px;
  background: var(--paper); border-bottom: 1px solid var(--line);
  font: 600 14px "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif;
}
.lacquer-bar :is(a, button) {
  display: inline-flex; align-items: center; gap: 8px; min-height: 40px; padding: 0; border: 0; background: none;
  color: var(--text); font: inherit; text-decoration: none; white-space: nowrap; cursor: pointer;
}
.lacquer-bar a:nth-child(2) { margin-left: auto; }
html .swagger-ui, html .swagger-ui :is(h1, h2, h3, h4, h5, p, td, th, li, label, div, span, a, button, input, select, textarea, .title, .opblock-tag, .tab) {
  font-family: "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif;
}
html .swagger-ui :is(.info .title, .opblock .opblock-summary-method, .opblock .opblock-summary-description, .opblock-tag small) {
  font-family: "Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif;
}
html .swagger-ui :is(code, pre, pre *, textarea, .opblock-summary-path, .opblock-summary-path *, .prop-type, .parameter__type, .model, .model *) {
  font-family: ui-monospace, "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
html .swagger-ui, html .swagger-ui :is(h1, h2, h3, h4, h5, p, td, th, li, label, small, b, i, .title, .opblock-tag, .opblock-summary-path, .opblock-summary-path a, .opblock-summary-description, .opblock-section-header h4, .parameter__name, .parameter__type, .parameter__in, .response-col_status, .response-col_links, .tab li, .tablinks, .model, .model-title, .prop-name, .prop-type, .prop-format, .computed-url, .message, .renderedMarkdown, .renderedMarkdown p, .dialog-ux .modal-ux-header h3, .dialog-ux .modal-ux-content p, .dialog-ux .modal-ux-content h4, .json-schema-2020-12__title, .json-schema-2020-12-keyword__name, .json-schema-2020-12-keyword__value, .json-schema-2020-12__attribute, .json-schema-2020-12-accordion, .json-schema-2020-12-expand-deep-button, .markdown p) { color: var(--text); }
html .swagger-ui :is(a, .info a, .link, .info .base-url, .markdown a, .renderedMarkdown a, a.nostyle:hover) { color: var(--primary); }
html .swagger-ui .info :is(.url, .link, .link .url) { color: var(--primary); }
html .swagger-ui :is(code, .info code, .markdown code, .renderedMarkdown code) { background: var(--code) !important; color: var(--text) !important; font-weight: 400; }
html .swagger-ui :is(.highlight-code, .microlight, .curl) code { background: none !important; color: #e8edf0 !important; }
html .swagger-ui .info { margin: 24px 0; }
html[lang] .swagger-ui .info .title small[class], html[lang] .swagger-ui .info .title small { padding: 0; background: none; }
html .swagger-ui .info .title small pre.version { border-radius: 4px; padding: 2px 6px; background: #2b353b; color: #ffffff; }
html .swagger-ui .scheme-container { background: var(--paper); box-shadow: none; border-block: 1px solid var(--line); padding: 16px 0; }
html .swagger-ui .opblock-tag { border-bottom: 1px solid var(--line); font-size: 18px; }
html .swagger-ui .opblock-tag small { color: var(--quiet); }
html[lang] .swagger-ui .opblock[class] { margin: 0 0 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); box-shadow: none; }
html .swagger-ui .opblock .opblock-summary { border-color: var(--line); }
html .swagger-ui .opblock .opblock-section-header { background: var(--code); box-shadow: none; }
html .swagger-ui .opblock[class] .opblock-summary-method { border-radius: 4px; min-width: 72px; background: #0f5c6e !important; color: #fff !important; text-shadow: none; font-size: 12px; }
html .swagger-ui .opblock[class].opblock-post .opblock-summary-method { background: #1b6e3c !important; }
html .swagger-ui .opblock[class]:is(.opblock-put, .opblock-patch) .opblock-summary-method { background: #7d5200 !important; }
html .swagger-ui .opblock[class].opblock-delete .opblock-summary-method { background: #b3261e !important; }
html .swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--primary); }
html .swagger-ui .opblock-summary-control { min-height: 32px; }
html .swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { width: 26px; flex: none; margin: 0 5px; transition: none; }
html .swagger-ui :is(input, select, textarea, .parameters-col_description input) { border: 1px solid var(--field); border-radius: 6px; background: var(--back); color: var(--text); box-shadow: none; }
html .swagger-ui .btn { border: 1px solid var(--field); border-radius: 6px; box-shadow: none; background: var(--paper); color: var(--text); }
html .swagger-ui :is(.btn.authorize, .btn.execute, .try-out__btn) { border-color: var(--primary); color: var(--primary); background: var(--paper); }
html .swagger-ui .btn.authorize svg { fill: var(--primary); }
html .swagger-ui .btn.cancel { border-color: light-dark(#b3261e, #ff8a80); color: light-dark(#b3261e, #ff8a80); }
html .swagger-ui :is(svg.arrow, .expand-operation svg, .opblock-control-arrow svg, .copy-to-clipboard svg, .authorization__btn svg) { fill: var(--text); }
html .swagger-ui :is(section.models, .model-box, .dialog-ux .modal-ux, .responses-inner, .json-schema-2020-12) { background: var(--paper); border-color: var(--line); }
html .swagger-ui :is(.parameter__name.required span, .parameter__name.required::after) { color: light-dark(#b3261e, #ff8a80); }
html .swagger-ui :is(table thead tr th, table thead tr td) { border-color: var(--line); color: var(--quiet); }
html .swagger-ui :is(.highlight-code, .highlight-code > .microlight, .curl, pre.microlight) { background: #15212a; color: #e8edf0; }
html .swagger-ui [class*="__constraint"] { background: #4a5861 !important; color: #fff !important; }
html .swagger-ui .errors-wrapper { color: var(--text); }
.swagger-ui :focus-visible, .lacquer-bar :focus-visible { outline: 2px solid var(--primary); outline-offset: 1px; }
@media (max-width: 640px) {
  html .swagger-ui .wrapper { padding: 0 12px; max-width: 100%; }
  html .swagger-ui .opblock-summary-path { max-width: 100%; }
  .lacquer-bar { gap: 12px; padding: 0 12px; }
  .lacquer-bar span { display: none; }
}
`;

export const DOCS_SCRIPT = `
(function () {
  var root = document.documentElement;
  var base = location.pathname.split('/api/docs')[0];
  var dark = matchMedia('(prefers-color-scheme: dark)');
  var button = document.createElement('button');
  function chosen() {
    try { return localStorage.getItem('mui-mode'); } catch (error) { return null; }
  }
  function isDark() {
    var mode = chosen();
    return mode === 'dark' || (mode !== 'light' && dark.matches);
  }
  function show() {
    root.classList.toggle('dark-mode', isDark());
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', isDark() ? 'Light mode' : 'Dark mode');
  }
  function link(href, text) {
    var a = document.createElement('a');
    a.href = base + href;
    a.append(text);
    return a;
  }
  var bar = document.createElement('nav');
  bar.className = 'lacquer-bar';
  bar.setAttribute('aria-label', 'Lacquer');
  button.type = 'button';
  button.addEventListener('click', function () {
    try { localStorage.setItem('mui-mode', isDark() ? 'light' : 'dark'); } catch (error) { /* forbidden: the system's look stays */ }
    show();
  });
  bar.append(link('/', 'Lacquer'), link('/docs/', 'Documentation'), button);
  document.body.prepend(bar);
  root.lang = 'en';
  dark.addEventListener('change', show);
  show();
  // A link within a button cannot be reached by keyboard; opening the call changes the address as well.
  function name() {
    document.querySelectorAll('button a[href]').forEach(function (a) { a.removeAttribute('href'); });
    document.querySelectorAll('.swagger-ui .close-modal').forEach(function (one) { one.setAttribute('aria-label', 'Close'); });
    document.querySelectorAll('.swagger-ui .modal-btn[aria-label]').forEach(function (one) { one.removeAttribute('aria-label'); });
    document.querySelectorAll('.swagger-ui select:not([aria-label])').forEach(function (select) {
      var row = select.closest('tr');
      var title = select.dataset.variable || (row && row.dataset.paramName) || (select.id === 'servers' ? 'Server' : 'Value');
      select.setAttribute('aria-label', title);
    });
    document.querySelectorAll('.swagger-ui :is(pre, .highlight-code):not([tabindex])').forEach(function (one) {
      if (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight) one.tabIndex = 0;
    });
  }
  new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
  name();
})();
`;
