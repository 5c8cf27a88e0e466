/** A screen that the roles of whoever is signed in do not open. */
import { NoScreen } from './NoScreen.tsx';

export const Forbidden = () => (
  <NoScreen title="Your roles do not open this screen" text="An administrator can give you the role that it needs." />
);
