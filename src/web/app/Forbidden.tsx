/** A screen that the roles of whoever is signed in do not open. */
import { NoScreen } from './NoScreen.tsx';

export const Forbidden = () => (
  <NoScreen title="You don’t have access to this screen" text="An administrator can give you the role that you need." />
);
