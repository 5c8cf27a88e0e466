/** The features and standard options of a version, and the set that it belongs to. */
import { z } from 'zod';
import { TargetNames } from './catalogue.ts';
import { route } from './route.ts';
import { CommaList } from './words.ts';

/** The selection of a call: feature ids, `additionalOptions` comma-joined. */
export const selectionQuery = {
  colour: z.string().max(100).optional(),
  trim: z.string().max(100).optional(),
  additionalOptions: CommaList.optional(),
  /** ISO 3166-1, two letters; 404 if the version is not sold there */
  country: z.string().length(2).optional(),
  /** absent: the set that the version belongs to */
  disId: z.string().max(100).optional(),
};
const VersionParam = z.object({ version: z.string().max(100) });

export const OfferedFeature = z.object({
  featureId: z.string(),
  featureLabel: z.string(),
  featureClass: z.string(),
  /** of the family, as features.xml has it; may be empty */
  familyLabel: z.string(),
  categoryName: z.string(),
  /** whether it is part of the selection; a standard option that nobody chose is not */
  isSelected: z.boolean(),
  description: z.string(),
});
export type OfferedFeature = z.infer<typeof OfferedFeature>;

export const StandardOption = z.object({ featureClass: z.string(), featureId: z.string(), featureLabel: z.string() });
export type StandardOption = z.infer<typeof StandardOption>;

export const MappingRow = z.object({
  disId: z.string(),
  versionId: z.string(),
  versionLabel: z.string(),
  redirectInfo: TargetNames.nullable(),
});
export type MappingRow = z.infer<typeof MappingRow>;

export const configurationRoutes = {
  features: route({
    method: 'GET',
    path: '/api/v2/test/versions/:version/features',
    summary:
      'Every offered feature of a version for a selection; x-lacquer-dropped lists the options that were dropped',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: VersionParam,
    query: z.object(selectionQuery),
    answer: z.array(OfferedFeature),
  }),
  standards: route({
    method: 'GET',
    path: '/api/v2/test/versions/:version/standards',
    summary: 'The standard option of each family, for a selection',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    params: VersionParam,
    query: z.object(selectionQuery),
    answer: z.array(StandardOption),
  }),
  lcdvMapping: route({
    method: 'GET',
    path: '/api/v2/test/test/lcdvMapping',
    summary: 'The set that each version belongs to',
    permission: 'areaTest',
    embargo: 'content',
    areas: true,
    follows: 'area',
    answer: z.array(MappingRow),
  }),
} as const;
