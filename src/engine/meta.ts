/**
 * The data that the engine computes on: one image set's meta, as its XML files declare it (docs/formats.md).
 * Plain immutable values, made by delivery from checked XML; conditions are kept as text and compiled by the engine.
 *
 *   AssetProfile, ViewportProfile, Angle, Resolution     asset-profile.xml
 *   VersionDeclaration                                   versions.xml
 *   FeatureMeta, Category, FeatureFamily, Feature        features.xml
 *   Standard                                             features.xml <standards>
 *   LayersMeta, LayerFamily, Layer                       layers-ext.xml, layers-int.xml
 *   RulesMeta, RuleFamily, Rule                          rules-ext.xml, rules-int.xml
 *   SetMeta                                              all of them
 */

export type Viewport = 'exterior' | 'interior';
export type Driver = 'LHD' | 'RHD';

export interface Resolution {
  readonly name: string;
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
  /** the angles delivered for it, in profile order; absent: all of the viewport */
  readonly angles?: readonly string[];
}

export interface ViewportProfile {
  readonly angles: readonly string[];
  readonly resolutions: readonly Resolution[];
}

export type AssetProfile = { readonly [V in Viewport]?: ViewportProfile };

export interface VersionDeclaration {
  /** LCDV, 16 characters */
  readonly id: string;
  readonly label: string;
}

export interface Feature {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** condition (EXPR) */
  readonly when?: string;
  /** LCDV patterns; absent: every version */
  readonly versions?: readonly string[];
}

export interface FeatureFamily {
  readonly id: string;
  readonly label: string;
  readonly features: readonly Feature[];
}

export interface Category {
  readonly name: string;
  readonly families: readonly FeatureFamily[];
}

export interface Standard {
  readonly feature: string;
  readonly when?: string;
  readonly versions?: readonly string[];
}

export interface FeatureMeta {
  readonly categories: readonly Category[];
  readonly standards: readonly Standard[];
}

export interface Layer {
  readonly name: string;
  readonly z: number;
  readonly description?: string;
  readonly angles?: readonly string[];
  readonly drivers?: readonly Driver[];
  /** z of single angles, in place of `z` */
  readonly order?: Readonly<Record<string, number>>;
}

export interface LayerFamily {
  readonly name: string;
  readonly layers: readonly Layer[];
}

export interface LayersMeta {
  readonly families: readonly LayerFamily[];
}

export interface Rule {
  readonly layer: string;
  /** condition (EXPR); absent: always */
  readonly when?: string;
}

export interface RuleFamily {
  readonly name: string;
  readonly rules: readonly Rule[];
}

export interface RulesMeta {
  readonly families: readonly RuleFamily[];
}

export interface SetMeta {
  readonly assetProfile?: AssetProfile;
  readonly versions?: readonly VersionDeclaration[];
  readonly features?: FeatureMeta;
  readonly layers: { readonly [V in Viewport]?: LayersMeta };
  readonly rules: { readonly [V in Viewport]?: RulesMeta };
}
