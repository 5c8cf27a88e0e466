/**
 * Thrown when something that the settings name cannot be used, so that the process cannot start. The message names the
 * setting, what is wrong and what to do; it is shown as is, without a stack.
 */
export class NotUsable extends Error {}
