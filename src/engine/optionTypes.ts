/**
 * The types of static pictures. The addresses of screens need them, and nothing else about static pictures.
 *
 *   OPTION_TYPES, OptionType
 */
export const OPTION_TYPES = ['colors', 'trims', 'features', 'co2', 'dimensions'] as const;
export type OptionType = (typeof OPTION_TYPES)[number];
