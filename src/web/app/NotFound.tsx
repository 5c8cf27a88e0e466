/** No screen at this address. */

import { shellTexts } from '../texts/shell.ts';
import { NoScreen } from './NoScreen.tsx';

export const NotFound = () => <NoScreen {...shellTexts.notFound} />;
