/**
 * Reads meta XML into the engine's values, for the tests of the demo. It only checks that the XML is well-formed.
 *
 *   readMeta     file name -> text, as the engine's SetMeta
 */
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import type { Layer, SetMeta } from '../src/engine/meta.ts';

function children(parent: XmlElement, name: string): XmlElement[] {
  return parent.find(name).filter((node): node is XmlElement => node instanceof XmlElement);
}

const text = (e: XmlElement, name: string) => e.attr(name)?.value ?? '';

function optional<K extends string>(e: XmlElement, name: K): { readonly [P in K]?: string } {
  const value = e.attr(name)?.value;
  return value === undefined ? {} : ({ [name]: value } as { [P in K]: string });
}

function words<K extends string>(e: XmlElement, name: K): { readonly [P in K]?: string[] } {
  const value = e.attr(name)?.value;
  return value === undefined ? {} : ({ [name]: value.split(' ') } as { [P in K]: string[] });
}

export function readMeta(files: Readonly<Record<string, string>>): SetMeta {
  const root = (file: string) => {
    const content = files[file];
    return content === undefined ? undefined : XmlDocument.fromString(content).root;
  };
  const layers = (file: string) => {
    const at = root(file);
    const layer = (e: XmlElement): Layer => ({
      name: text(e, 'name'),
      z: Number(text(e, 'z')),
      ...words(e, 'angles'),
      order: Object.fromEntries(children(e, 'order').map((o) => [text(o, 'angle'), Number(text(o, 'z'))])),
    });
    return (
      at && {
        families: children(at, 'family').map((f) => ({
          name: text(f, 'name'),
          layers: children(f, 'layer').map(layer),
        })),
      }
    );
  };
  const rules = (file: string) => {
    const at = root(file);
    const rule = (e: XmlElement) => ({ layer: text(e, 'layer'), ...optional(e, 'when') });
    return (
      at && {
        families: children(at, 'family').map((f) => ({ name: text(f, 'name'), rules: children(f, 'rule').map(rule) })),
      }
    );
  };
  const versions = root('versions.xml');
  const features = root('features.xml');
  const [layersExt, layersInt, rulesExt, rulesInt] = [
    layers('layers-ext.xml'),
    layers('layers-int.xml'),
    rules('rules-ext.xml'),
    rules('rules-int.xml'),
  ];
  return {
    ...(versions && {
      versions: children(versions, 'version').map((v) => ({ id: text(v, 'id'), label: text(v, 'label') })),
    }),
    ...(features && {
      features: {
        categories: children(features, 'category').map((c) => ({
          name: text(c, 'name'),
          families: children(c, 'family').map((f) => ({
            id: text(f, 'id'),
            label: text(f, 'label'),
            features: children(f, 'feature').map((e) => ({
              id: text(e, 'id'),
              label: text(e, 'label'),
              ...optional(e, 'when'),
              ...words(e, 'versions'),
            })),
          })),
        })),
        standards: children(features, 'standards/standard').map((e) => ({
          feature: text(e, 'feature'),
          ...optional(e, 'when'),
          ...words(e, 'versions'),
        })),
      },
    }),
    layers: { ...(layersExt && { exterior: layersExt }), ...(layersInt && { interior: layersInt }) },
    rules: { ...(rulesExt && { exterior: rulesExt }), ...(rulesInt && { interior: rulesInt }) },
  };
}
