/** Descriptions in trees: the first 80 characters and three dots; the whole text is the tooltip. */
const LENGTH = 80;

export const truncate = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH)}...` : text);
