/**
 * Returns the Postgres `archive_command` from docs/backup.md for an archive folder. The command never
 * replaces an archived file, and succeeds if an identical file exists. An interrupted copy leaves no file
 * with a valid name.
 */
export function archiveCommand(folder: string): string {
  const file = `${folder}/%f`;
  return (
    `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.part && sync ${file}.part && ` +
    `mv ${file}.part ${file}; fi`
  );
}
