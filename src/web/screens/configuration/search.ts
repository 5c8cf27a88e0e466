/** What the LCDV mapping keeps in the address. */
import { areaField } from '../../areas/areas.ts';
import { flag, searchOf, text } from '../../ui/searchFields.ts';

export const MappingSearch = searchOf({
  area: areaField,
  disId: text,
  versionId: text,
  sort: text,
  desc: flag,
});
