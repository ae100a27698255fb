/** Saves a file to the user's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers start to read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
