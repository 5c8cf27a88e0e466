/**
 * Markdown to HTML. Raw HTML in a file is shown as text, so no page can carry a script, and nothing needs an inline style, which
 * the server's content policy forbids.
 *
 *   renderMarkdown
 *   Rendered, Heading, Section    the page, its table of contents, and its text by heading for the search
 */
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

export interface Section {
  /** '' before the first heading below the title */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

type Tokens = ReturnType<InstanceType<typeof MarkdownIt>['parse']>;

const ALIGNED = /^text-align:\s*(\w+)$/;

/** The text of inline tokens, without markup. */
const plainText = (tokens: Tokens): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return children && children.length > 0 ? plainText(children) : content;
    })
    .join('');

/** Headings have the ids that GitHub gives them, so that links to a place work there and here. */
function nameHeadings(tokens: Tokens): Heading[] {
  const slugger = new GithubSlugger();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = plainText(tokens[at + 1]?.children ?? []);
    const heading = { level: Number(token.tag.slice(1)), id: slugger.slug(text), text };
    token.attrSet('id', heading.id);
    return [heading];
  });
}

function sectionsOf(tokens: Tokens): Section[] {
  const sections: { id: string; heading: string; texts: string[] }[] = [{ id: '', heading: '', texts: [] }];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag !== 'h1') {
      const heading = plainText(tokens[at + 1]?.children ?? []);
      sections.push({ id: String(token.attrGet('id')), heading, texts: [] });
    } else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open') {
      sections.at(-1)?.texts.push(plainText(token.children ?? []));
    } else if (token.type === 'fence' || token.type === 'code_block') {
      sections.at(-1)?.texts.push(token.content);
    }
  }
  return sections.map(({ id, heading, texts }) => ({ id, heading, text: texts.join(' ').replaceAll(/\s+/g, ' ') }));
}

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
// Otherwise names of files such as setup.md would be links to hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

const { rules } = markdown.renderer;
// A table that is wider than the window scrolls by itself, also by keyboard.
rules['table_open'] = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n';
rules['table_close'] = () => '</table></div>\n';
for (const cell of ['th_open', 'td_open']) {
  rules[cell] = (tokens, at, options, _env, self) => {
    const align = ALIGNED.exec(String(tokens[at]?.attrGet('style') ?? ''))?.[1];
    if (align !== undefined) tokens[at]?.attrs?.splice(0, Number.POSITIVE_INFINITY, ['class', align]);
    return self.renderToken(tokens, at, options);
  };
}
const code = (content: string) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(content)}</code></pre>\n`;
rules['fence'] = (tokens, at) => code(tokens[at]?.content ?? '');
rules['code_block'] = (tokens, at) => code(tokens[at]?.content ?? '');
rules['heading_close'] = (tokens, at, options, _env, self) => {
  const id = tokens[at - 2]?.attrGet('id');
  const heading = markdown.utils.escapeHtml(plainText(tokens[at - 1]?.children ?? []));
  const link = tokens[at]?.tag === 'h1' ? '' : ` <a class="here" href="#${id}" aria-label="Link to “${heading}”">#</a>`;
  return link + self.renderToken(tokens, at, options);
};

/** @param resolve what a link or an image of the file leads to, as written in the file, to what it leads to in the site */
export function renderMarkdown(source: string, resolve: (link: string) => string): Rendered {
  const tokens = markdown.parse(source, {});
  const headings = nameHeadings(tokens);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const name = token.type === 'image' ? 'src' : 'href';
    const link = token.attrGet(name);
    if (link !== null && (token.type === 'image' || token.type === 'link_open'))
      token.attrSet(name, resolve(String(link)));
  }
  return {
    title: headings.find(({ level }) => level === 1)?.text ?? '',
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings,
    sections: sectionsOf(tokens),
  };
}
