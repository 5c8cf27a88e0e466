/** Shown in place of a screen that the user's roles do not allow. */

import { shellTexts } from '../texts/shell.ts';
import { NoScreen } from './NoScreen.tsx';

export const Forbidden = () => <NoScreen {...shellTexts.forbidden} />;
