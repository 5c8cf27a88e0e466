import { expect, it } from 'vitest';
import { modelWords } from './modelWords.ts';

it.each([
  [[], ''],
  [['e-208 GT 156'], 'e-208 GT 156'],
  [['e-208 GT 156', 'e-208 Active', 'e-208 GT'], 'e-208'],
  [['e-208', 'e-208 GT'], 'e-208'],
  [['208 Like', 'e-208 GT', '208 Style'], '208, e-208'],
  [['1 a', '2 a', '3 a', '4 a'], '1, 2, 3, …'],
  [[' e-208  GT ', 'e-208 GT 100'], 'e-208 GT'],
])('%j is called "%s"', (labels, words) => {
  expect(modelWords(labels)).toBe(words);
});
