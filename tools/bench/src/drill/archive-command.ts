/**
 * The `archive_command` of docs/backup.md for an archive folder. It replaces no file, accepts an identical one, and a copy that
 * was cut off is no file of the archive.
 */
export function archiveCommand(folder: string): string {
  const file = `${folder}/%f`;
  return `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}; fi`;
}
