/** No screen at this address. */

import { shellTexts as texts } from '../texts/shell.ts';
import { NoScreen } from './NoScreen.tsx';

export const NotFound = () => <NoScreen title={texts.notFound} text={texts.notFoundNote} />;
