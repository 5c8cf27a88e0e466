/**
 * Thrown when the process cannot start because something that a setting names cannot be used. The message names the
 * setting, what is wrong and what to do; it is shown as is, without a stack.
 */
export class NotUsable extends Error {}
