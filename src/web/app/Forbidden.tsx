/** Shown in place of a screen that the user's roles do not allow. */

import { noScreenTexts } from '../texts/noScreen.ts';
import { NoScreen } from './NoScreen.tsx';

export const Forbidden = () => <NoScreen {...noScreenTexts.forbidden} />;
