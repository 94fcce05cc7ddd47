/**
 * Returns the `archive_command` of docs/backup.md for an archive folder. The command never replaces a file
 * and accepts an identical file. An interrupted copy never counts as a file of the archive.
 */
export function archiveCommand(folder: string): string {
  const file = `${folder}/%f`;
  return (
    `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && ` +
    `mv ${file}.part ${file}; fi`
  );
}
