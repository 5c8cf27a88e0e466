/**
 * Reads conditions (EXPR), the small language of `when` in features, standards and rules.
 *
 *   expr   := term ('or' term)*
 *   term   := factor ('and' factor)*
 *   factor := 'not' factor | '(' expr ')' | feature-id | 'version(' PATTERN ')' | 'true'
 *
 *   parseCondition                     text -> tree or error
 *   ConditionError, isConditionError   the position and cause of an error
 */
import { isFeatureId } from './codes.ts';
import type { Condition } from './conditions.ts';
import { isDisId } from './lcdv.ts';

export interface ConditionError {
  /** 0-based index of the first character that does not fit, in UTF-16 units */
  readonly position: number;
  readonly expected: string;
  /** a whole sentence with the position counted from 1 */
  readonly error: string;
}

/** How deep brackets and `not` may nest. */
export const NESTING_LIMIT = 200;

const OPERAND = "a feature id, 'version(', 'true', 'not' or '('";
const WORD = /[A-Za-z0-9_]+/y;
const SPACE = /[ \t\r\n]*/y;
const SHOWN = 24;

class Failure extends Error {
  readonly position: number;
  readonly expected: string;
  constructor(position: number, expected: string) {
    super(expected);
    this.position = position;
    this.expected = expected;
  }
}

/**
 * Parses a condition in one pass, in time linear in its length. Chains of `and` and `or` may have any length; brackets and
 * `not` together may nest NESTING_LIMIT deep.
 */
export function parseCondition(text: string): Condition | ConditionError {
  try {
    return new Parser(text).whole();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    const { position, expected } = failure;
    return {
      position,
      expected,
      error: `At position ${position + 1}: expected ${expected}, found ${found(text, position)}.`,
    };
  }
}

/** True for the error answer of parseCondition. */
export function isConditionError(answer: Condition | ConditionError): answer is ConditionError {
  return 'error' in answer;
}

function found(text: string, position: number): string {
  const rest = text.slice(position, position + SHOWN);
  return rest === '' ? 'the end' : `'${rest}${position + SHOWN < text.length ? '…' : ''}'`;
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#skipSpace();
  }

  whole(): Condition {
    const condition = this.#expr();
    if (this.#at < this.#text.length) throw new Failure(this.#at, "'and', 'or' or the end");
    return condition;
  }

  #expr(): Condition {
    return this.#chain('or', () => this.#chain('and', () => this.#factor()));
  }

  #chain(word: 'and' | 'or', part: () => Condition): Condition {
    const first = part();
    if (!this.#take(word)) return first;
    const of = [first, part()];
    while (this.#take(word)) of.push(part());
    return { kind: word, of };
  }

  #factor(): Condition {
    const start = this.#at;
    if (this.#text[start] === '(') {
      this.#at++;
      this.#skipSpace();
      const inner = this.#deeper(start, () => this.#expr());
      this.#close("'and', 'or' or ')'");
      return inner;
    }
    const word = this.#word();
    if (word === 'not') return { kind: 'not', of: this.#deeper(start, () => this.#factor()) };
    if (word === 'true') return { kind: 'true' };
    if (word === 'version') return this.#version();
    if (isFeatureId(word)) return { kind: 'feature', id: word };
    throw new Failure(start, OPERAND);
  }

  #version(): Condition {
    if (this.#text[this.#at] !== '(') throw new Failure(this.#at, "'(' after 'version'");
    this.#at++;
    this.#skipSpace();
    const start = this.#at;
    const pattern = this.#word();
    if (!isDisId(pattern)) throw new Failure(start, 'an LCDV pattern: 16 characters of A-Z, 0-9 and x');
    this.#close("')'");
    return { kind: 'version', pattern };
  }

  #deeper<T>(start: number, parse: () => T): T {
    if (++this.#depth > NESTING_LIMIT)
      throw new Failure(start, `at most ${NESTING_LIMIT} levels of brackets and 'not'`);
    const result = parse();
    this.#depth--;
    return result;
  }

  #close(expected: string): void {
    if (this.#text[this.#at] !== ')') throw new Failure(this.#at, expected);
    this.#at++;
    this.#skipSpace();
  }

  #take(word: string): boolean {
    const start = this.#at;
    if (this.#word() === word) return true;
    this.#at = start;
    return false;
  }

  #word(): string {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0] ?? '';
    this.#at += word.length;
    this.#skipSpace();
    return word;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }
}
