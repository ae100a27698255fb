/** Longest edge of a picture that is sent, in pixels: enough to see a broken edge. */
const MAX_EDGE = 1600;
/** Smaller ones are sent as they are, in bytes. */
const SMALL_BYTES = 600 * 1024;
const QUALITY = 0.85;

/**
 * A picture small enough to send from the floor: cameras make larger ones than the server takes.
 * What the browser cannot draw is left as it is, and the server says what it thinks of it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.[^.]*$/, '') + '.jpg', { type: 'image/jpeg' });
  } catch (error) {
    console.warn('The picture cannot be made smaller', error);
    return file;
  }
}
