/** Shown if there is no screen at the address. */

import { noScreenTexts } from '../texts/noScreen.ts';
import { NoScreen } from './NoScreen.tsx';

export const NotFound = () => <NoScreen {...noScreenTexts.notFound} />;
