/**
 * What keeps a process from starting: something that the settings name cannot be used. The message names the setting, what
 * is wrong and what to do; it is shown as it stands, without a stack.
 */
export class NotUsable extends Error {}
