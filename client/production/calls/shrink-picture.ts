/** The maximum width and height of a shrunk picture, in pixels. */
const MAX_EDGE_PX = 1600;
/** Files up to this size in bytes are sent unchanged. */
const MAX_UNCHANGED_BYTES = 600 * 1024;
const JPEG_QUALITY = 0.85;

/**
 * Shrinks a picture for the upload, because cameras can make larger files than the server accepts. Returns
 * the file unchanged if it is small, cannot be decoded or would not become smaller.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= MAX_UNCHANGED_BYTES) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
    );
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.[^.]*$/, '') + '.jpg', { type: 'image/jpeg' });
  } catch (error) {
    console.warn('The picture cannot be made smaller', error);
    return file;
  }
}
