/**
 * @param priority the header of RFC 9218
 * @returns whether the caller only foresees that it will want the picture: its lowest urgency, which browsers never send by
 *   themselves. It is then painted only while no other picture waits
 */
export const isAhead = (priority: string | string[] | undefined): boolean =>
  String(priority ?? '')
    .split(',')
    .some((part) => part.trim() === 'u=7');
