export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revokes the blob URL after a minute, because browsers start the download asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
