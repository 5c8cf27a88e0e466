/**
 * Pictures as raw pixels: 8-bit sRGB RGBA, straight alpha.
 *
 *   RawPicture
 *   decodePicture   any PNG -> pixels
 *   scaled          to another size, in premultiplied alpha, Lanczos 3
 *   encode          pixels -> JPEG (alpha left out), PNG, WebP, AVIF without any metadata
 */
export interface RawPicture {
  /** width x height x 4 bytes */
  readonly rgba: Uint8Array;
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
}
export type PaintFormat = 'jpeg' | 'png' | 'webp' | 'avif';

const JPEG_QUALITY = 85;

/** With the first picture that needs it: libvips takes 25 MiB, and most are read and written without. */
const sharp = async () => (await import('sharp')).default;

/** @throws Error when the bytes are no picture */
export async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  const open = await sharp();
  const { data, info } = await open(bytes, { failOn: 'warning', limitInputPixels: false })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

const rawOf = async ({ rgba, width, height }: RawPicture) =>
  (await sharp())(rgba, { raw: { width, height, channels: 4 } });

/** sharp premultiplies before it resizes and divides after it, so edges take no colour from what is transparent. */
export async function scaled(picture: RawPicture, width: number, height: number): Promise<RawPicture> {
  if (picture.width === width && picture.height === height) return picture;
  const image = await rawOf(picture);
  const rgba = await image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return { rgba, width, height };
}

export async function encode(picture: RawPicture, format: PaintFormat): Promise<Buffer> {
  const image = await rawOf(picture);
  switch (format) {
    case 'jpeg':
      return image.removeAlpha().jpeg({ quality: JPEG_QUALITY }).toBuffer();
    case 'png':
      return image.png({ compressionLevel: 6 }).toBuffer();
    case 'webp':
      return image.webp({ quality: JPEG_QUALITY, effort: 1 }).toBuffer();
    case 'avif':
      return image.avif({ quality: 60, effort: 1 }).toBuffer();
  }
}
