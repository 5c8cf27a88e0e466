/** Shown in place of a screen that the user's roles do not allow. */
import { NoScreen } from './NoScreen.tsx';

export const Forbidden = () => (
  <NoScreen title="You don’t have access to this screen" text="An administrator can give you the role that you need." />
);
