/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revokes the URL later, because the download starts after a delay.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
