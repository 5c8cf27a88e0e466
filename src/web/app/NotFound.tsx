/** No screen at this address. */
import { NoScreen } from './NoScreen.tsx';

export const NotFound = () => (
  <NoScreen
    title="There is no screen at this address"
    text="The address may be mistyped, or the link is from another version of Lacquer."
  />
);
